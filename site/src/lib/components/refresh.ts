import { invalidate, refreshAll } from '$app/navigation'

/** A small static file, by which SvelteKit detects new builds. Fetching it probes the server. */
const probeUrl = '/_app/version.json'

/**
 * Reloads the page's data, and keeps the page while the server is unreachable. SvelteKit's own refresh would leave it for
 * the browser's error page.
 *
 * @param dependency reloads only the data that depends on it; by default everything
 * @returns whether the page is up to date
 */
export async function refresh(dependency?: string): Promise<boolean> {
  const reachable = await fetch(probeUrl, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (reachable) await (dependency === undefined ? refreshAll() : invalidate(dependency))
  return reachable
}

/** Refreshes the page at an interval while it is visible. Returns a function that stops it. */
export function refreshEvery(ms: number): () => void {
  const clock = setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, ms)
  return () => clearInterval(clock)
}
