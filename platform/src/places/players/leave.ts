import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { placeInput } from '../input.ts'
import { requireServer } from '../servers/require-server.ts'
import { isJoinTicket } from '../sessions/rules.ts'
import { endDisconnected, endLeft } from './queries.ts'

/**
 * Ends a game session because its player has left, which frees the seat.
 *
 * @param ticket the player's join ticket, or the ticket of the game server that verified the player
 * @param number of the player, for a game server
 * @throws Refused `invalid`: the ticket is unknown, or the number is missing; `forbidden`: the server has verified no such player.
 */
export async function leaveGame(
  { db, now }: { db: Db; now: Clock },
  ticket: string | undefined,
  number: number | undefined,
): Promise<void> {
  if (ticket !== undefined && isJoinTicket(ticket)) {
    if (!(await endLeft(db, ticket, now()))) throw new Refused('client.ticket_not_found')
    return
  }
  const server = await requireServer({ db }, ticket)
  if (number === undefined) throw new Refused('input.request_invalid')
  if (!(await endDisconnected(db, server, number, now()))) throw new Refused('players.session_not_found')
}

export const leavePlace = useCase(
  {
    summary: "Ends the viewer's game session in the place, which frees the seat.",
    scope: 'social',
    input: placeInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { id }): Promise<void> => {
    await endLeftPlace(db, id, actor.id, now())
  },
)

/** Ends the open session of a user in a place, because the user left. */
const endLeftPlace = (db: Db, placeId: number, userId: string, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now, end_reason: 'left' })
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()
