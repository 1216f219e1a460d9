import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import { findGameSession, privateTicketExists } from './queries.ts'
import { holdsPrivateTicket, isRedeemable, serverOf } from './rules.ts'
import type { SpendTicket } from './spend-ticket.ts'

/** What a join script says of the one who joins, and where to. */
export interface Joined {
  placeId: number
  username: string
  permissionLevel: number
  server: { address: string; port: number }
}

const invalidSession = () => new Refused('invalid', 'Invalid Game Session')
const invalidPrivateServer = () => new Refused('invalid', 'Invalid Private Server')

/**
 * Spends a join ticket: its record is playing from now on. One winner, however many ask at once.
 *
 * @throws Refused `invalid`: `Invalid Private Server`, which is looked at first and leaves the ticket unspent; or
 * `Invalid Game Session` for a ticket that is unknown, spent, superseded or older than five minutes.
 */
export async function redeemTicket(
  platform: {
    db: Db
    now: Clock
    config: Pick<Config, 'Gameservers' | 'Orchestrator'>
    spendTicket: SpendTicket
  },
  ticket: string,
  privateServer: string | undefined,
): Promise<Joined> {
  const session = await findGameSession(platform.db, ticket)
  if (privateServer !== undefined) {
    // A private ticket counts only for the place of the game session; without one, it must at least be some place's.
    const valid = session
      ? holdsPrivateTicket(session, privateServer)
      : await privateTicketExists(platform.db, privateServer)
    if (!valid) throw invalidPrivateServer()
  }
  const now = platform.now()
  if (!session || !isRedeemable(session, now)) throw invalidSession()
  if (!(await platform.spendTicket(ticket, now))) throw invalidSession()
  const { place_id: placeId, username, permission_level: permissionLevel } = session
  return {
    placeId,
    username,
    permissionLevel,
    server: serverOf({ ...session, id: placeId }, platform.config),
  }
}
