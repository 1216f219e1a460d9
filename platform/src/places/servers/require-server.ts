import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { isPlaceTicket, placeNotFound, requireUnarchived } from '../rules.ts'
import { findServers, type ServerPlace } from './queries.ts'

/** The game server that made a request. Its credential reaches this place alone. */
export interface GameServer {
  placeId: number
  /** The ticket that it sent: that of its run, or the place's server ticket. */
  ticket: string
}

/**
 * Finds the game server of a ticket: the run ticket of a dedicated server, until a later run of the place has sent a heartbeat, or
 * the place's server ticket.
 *
 * @throws Refused `invalid`: no ticket, or an unknown one; `missing`: the place is taken down; `conflict`: it is archived.
 */
export async function requireServer({ db }: { db: Db }, ticket: string | undefined): Promise<GameServer> {
  return (await requireServerPlace(async (known) => (await findServers(db, [known]))[0], ticket)).server
}

/** As `requireServer`, with the server's place. @param find looks up a ticket that has the form of one */
export async function requireServerPlace(
  find: (ticket: string) => Promise<ServerPlace | undefined>,
  ticket: string | undefined,
): Promise<{ server: GameServer; place: ServerPlace }> {
  if (!ticket) throw new Refused('input.request_invalid')
  const place = isPlaceTicket(ticket) ? await find(ticket) : undefined
  if (!place) throw new Refused('servers.ticket_invalid')
  if (place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  return { server: { placeId: place.id, ticket }, place }
}
