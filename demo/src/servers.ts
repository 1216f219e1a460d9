import { client, type Place, pause, pingEveryMs, signIn } from './visits.ts'
import { administrator } from './world.ts'

/**
 * Simulates self-hosted game servers until the signal aborts. Each reports its presence every 15 seconds, like the host
 * script, so that games look playable. Failures are retried later.
 */
export async function simulateServers(
  baseUrl: string,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<void> {
  let tickets: string[] | undefined
  while (!signal.aborted) {
    try {
      tickets ??= await readTickets(baseUrl, places)
      for (const ticket of tickets) {
        await (await client(`${baseUrl}/game/serverpresence?ticket=${ticket}`)).arrayBuffer()
      }
    } catch {
      tickets = undefined
    }
    await pause(pingEveryMs, signal)
  }
}

/** Reads the server tickets from the settings of the places, which administrators can see. */
async function readTickets(baseUrl: string, places: readonly Place[]): Promise<string[]> {
  const cookie = await signIn(baseUrl, administrator)
  const tickets: string[] = []
  for (const { id, slug } of places) {
    const response = await fetch(`${baseUrl}/place/${id}/${slug}/settings`, {
      headers: { accept: 'application/json', cookie },
    })
    const { serverTicket } = (await response.json()) as { serverTicket: string }
    tickets.push(serverTicket)
  }
  return tickets
}
