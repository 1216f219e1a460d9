import { destinationLifetime } from '#lib/account/destination-lifetime.ts'

/** The entry of the tab's session storage. Other sites cannot write it, so no link from elsewhere can make a page join. */
const entry = 'play'

/** Remembers that the visitor pressed Play, until the game's own page is reached. */
export function intendToPlay(placeId: number): void {
  sessionStorage.setItem(entry, JSON.stringify({ placeId, at: Date.now() }))
}

/** Returns whether the visitor pressed Play for this game on the way here. True once. */
export function takeIntent(placeId: number): boolean {
  const kept = sessionStorage.getItem(entry)
  if (kept === null) return false
  const intent = JSON.parse(kept) as { placeId: number; at: number }
  if (intent.placeId !== placeId) return false
  sessionStorage.removeItem(entry)
  return Date.now() - intent.at < destinationLifetime
}
