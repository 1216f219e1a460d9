import { ask } from '#lib/place/play-requests.ts'

/** Entry of the local storage with the latest party call that a tab of this browser has followed. */
const entry = 'party-call'

/** How long a call is followed automatically: while the members' seats are held. */
const freshMs = 60_000

/** Remembers a call, so that no tab follows it. */
export const markCall = (called: number) => localStorage.setItem(entry, String(called))

/** Returns whether this tab should follow a call. True once for each fresh call that no tab has followed. */
export function takeCall(called: number): boolean {
  if (Date.now() - called > freshMs || Number(localStorage.getItem(entry)) >= called) return false
  markCall(called)
  return true
}

/** Calls the viewer's party to a place. @throws PlayFailed, SignedOut */
export async function callParty(placeId: number): Promise<void> {
  await ask('/party?/play', { method: 'POST', body: new URLSearchParams({ id: String(placeId) }) })
}
