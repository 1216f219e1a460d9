const every = 3 * 60_000

/**
 * Tells the server every few minutes that somebody is still there, if they did anything meanwhile: what they have taken stays
 * theirs while they read, and write why. Answers how to stop.
 */
export function keepTaken(): () => void {
  let active = false
  const notice = () => {
    active = true
  }
  const events = ['keydown', 'pointerdown', 'wheel'] as const
  for (const event of events) addEventListener(event, notice, { passive: true })
  const timer = setInterval(() => {
    if (!active || document.visibilityState === 'hidden') return
    active = false
    // What is lost is told again in a few minutes, and by everything that they decide.
    fetch('/admin/assets?/keep', { method: 'POST', body: new URLSearchParams() }).catch(() => undefined)
  }, every)
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, notice)
  }
}
