import { invalidate, refreshAll } from '$app/navigation'

/** Probes the server. SvelteKit fetches this small static file to detect new builds. */
const smallest = '/_app/version.json'

/**
 * Reloads the page's data, and keeps the page while the server is unreachable. SvelteKit's own refresh would leave it for
 * the browser's error page.
 *
 * @param what reloads only what depends on it; by default everything
 * @returns whether the page is up to date
 */
export async function refresh(what?: string): Promise<boolean> {
  const reachable = await fetch(smallest, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (reachable) await (what === undefined ? refreshAll() : invalidate(what))
  return reachable
}

/** Refreshes the page at an interval while it is visible. Returns a function that stops it. */
export function refreshEvery(ms: number): () => void {
  const clock = setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, ms)
  return () => clearInterval(clock)
}
