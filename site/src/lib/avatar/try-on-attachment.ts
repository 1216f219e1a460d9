import { untrack } from 'svelte'
import { page } from '$app/state'

/**
 * Lets a signed-in player try on what the marked elements inside show: `data-try`, with `data-try-button` beside it. The script
 * for it is loaded after the page, so it costs visitors nothing.
 */
export function tryOn(container: HTMLElement): (() => void) | undefined {
  // A form such as that of buying replaces the page's data, which must not take the figure off.
  if (!untrack(() => page.data.viewer)) return undefined
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
