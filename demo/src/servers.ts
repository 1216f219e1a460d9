import { client, type Place, pingEveryMs, rest, signIn } from './visits.ts'
import { administrator } from './world.ts'

/**
 * The game servers of makers, until the signal: each tells every quarter of a minute that it is there, as the host script has it
 * do, so that what people play looks as if it could be played. What fails is tried again later.
 */
export async function letHost(baseUrl: string, places: readonly Place[], signal: AbortSignal): Promise<void> {
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
    await rest(pingEveryMs, signal)
  }
}

/** The makers' servers have them from the settings of their places, which an administrator sees, too. */
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
