import { untrack } from 'svelte'
import { page } from '$app/state'

/**
 * Lets a signed-in player try on the items in a container. Their pictures have the attribute `data-try`, and their buttons
 * `data-try-button`. The script is loaded after the page, and only for players.
 */
export function tryOn(container: HTMLElement): (() => void) | undefined {
  // Untracked, because buying an item replaces the page's data, and the figure must stay.
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
