const renewMs = 3 * 60_000

/**
 * Renews the claims of an active moderator every few minutes, so that they keep them while they read and write a reason.
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
    // A failed renewal is retried in a few minutes. Every decision renews the claims too.
    fetch('/admin/assets?/keep', { method: 'POST', body: new URLSearchParams() }).catch(() => undefined)
  }, renewMs)
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, notice)
  }
}
