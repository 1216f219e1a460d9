const every = 3 * 60_000

/**
 * Renews the claims of an active moderator every few minutes, so that reading and writing a reason takes no claim away.
 * Returns a function that stops it.
 */
export function renewClaims(): () => void {
  let active = false
  const notice = () => {
    active = true
  }
  const events = ['keydown', 'pointerdown', 'wheel'] as const
  for (const event of events) addEventListener(event, notice, { passive: true })
  const timer = setInterval(() => {
    if (!active || document.visibilityState === 'hidden') return
    active = false
    // A failed renewal is repeated in a few minutes, and by every decision.
    fetch('/admin/assets?/keep', { method: 'POST', body: new URLSearchParams() }).catch(() => undefined)
  }, every)
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, notice)
  }
}
