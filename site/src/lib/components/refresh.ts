import { invalidate, refreshAll } from '$app/navigation'

/** What the framework itself asks for to see whether there is a newer build: a few bytes, which cost the server nothing. */
const smallest = '/_app/version.json'

/**
 * Loads what the page shows anew; while the server cannot be reached the page stays as it is. The framework's own way would
 * leave it for the browser's page of a lost connection.
 *
 * @param what reloads only what depends on it; absent: everything.
 * @returns whether the page is as the server has it.
 */
export async function refresh(what?: string): Promise<boolean> {
  const reachable = await fetch(smallest, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (reachable) await (what === undefined ? refreshAll() : invalidate(what))
  return reachable
}

/** Refreshes the page as often as that while it is looked at; answers what ends it. */
export function refreshEvery(ms: number): () => void {
  const clock = setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, ms)
  return () => clearInterval(clock)
}
