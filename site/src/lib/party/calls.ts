import { ask } from '#lib/place/play-requests.ts'

/** The entry that tells the tabs of a browser which call of a party one of them has followed. */
const entry = 'party-call'

/** A call is followed by itself for as long as the seats of the members are held. */
const freshMs = 60_000

/** Remembers a call, so that no tab follows it. */
export const markCall = (called: number) => localStorage.setItem(entry, String(called))

/** Returns whether this tab should follow a call: a fresh one that no tab has followed. True once. */
export function takeCall(called: number): boolean {
  if (Date.now() - called > freshMs || Number(localStorage.getItem(entry)) >= called) return false
  markCall(called)
  return true
}

/** Calls the viewer's party to a place. @throws PlayFailed, SignedOut */
export async function callParty(placeId: number): Promise<void> {
  await ask('/party?/play', { method: 'POST', body: new URLSearchParams({ id: String(placeId) }) })
}
