import { page } from '$app/state'

/**
 * Lets a signed-in player try on what the marked elements inside show: `data-try`, with `data-try-button` beside it. The script
 * for it is loaded after the page, so it costs visitors nothing.
 */
export function tryOn(container: HTMLElement): (() => void) | undefined {
  if (!page.data.viewer) return undefined
  let stop: (() => void) | undefined
  let gone = false
  void import('./try-on.ts').then(({ watchTries }) => {
    if (!gone) stop = watchTries(container)
  })
  return () => {
    gone = true
    stop?.()
  }
}
