import type { Chance } from './chance.ts'
import { client, type Place, pause, pingEveryMs, signIn } from './visits.ts'

/** How long a player stays in a game. */
const stayMs = { least: 2 * 60_000, more: 8 * 60_000 }

/** Interval between the arrivals of players, so that counts visibly rise. */
const arrivalMs = 400

/**
 * Simulates players until the signal aborts. Each one signs in, joins a game like a client, pings every 15 seconds, and
 * moves to another game after some minutes. Failures are retried later.
 */
export async function simulatePlayers(
  baseUrl: string,
  places: readonly Place[],
  usernames: readonly string[],
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  if (places.length === 0) return
  const playing = usernames.map(async (username, index) => {
    await pause(index * arrivalMs, signal)
    let cookie: string | undefined
    while (!signal.aborted) {
      try {
        cookie ??= await signIn(baseUrl, username)
        // Games at the top of the list get most players.
        const liked = places[Math.min(chance.below(places.length), chance.below(places.length))]
        if (liked) await play(baseUrl, cookie, liked, stayMs.least + chance.below(stayMs.more), signal)
      } catch {
        cookie = undefined
        await pause(pingEveryMs, signal)
      }
    }
  })
  await Promise.all(playing)
}

async function play(
  baseUrl: string,
  cookie: string,
  { id, slug }: Place,
  forMs: number,
  signal: AbortSignal,
): Promise<void> {
  const joined = await fetch(`${baseUrl}/place/${id}/${slug}?/join`, {
    method: 'POST',
    headers: { accept: 'application/json', cookie },
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  // A player who is banned, or whose game is full, waits.
  if (joined.status === 403 || joined.status === 409) return pause(forMs, signal)
  const { ticket } = (await joined.json()) as { ticket: string }
  await (await client(`${baseUrl}/Game/Join.ashx?ticket=${ticket}`)).arrayBuffer()
  for (let left = forMs; left > 0 && !signal.aborted; left -= pingEveryMs) {
    await (await client(`${baseUrl}/Game/ClientPresence?ticket=${ticket}`)).arrayBuffer()
    await pause(pingEveryMs, signal)
  }
}
