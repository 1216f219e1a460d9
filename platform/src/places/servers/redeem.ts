import { randomInt } from 'node:crypto'
import type { Clock } from '@baseplate/service/clock'
import { maxPlayerNumber } from '../../accounts/numbers/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findBans } from '../bans/queries.ts'
import { banned } from '../bans/rules.ts'
import { privateTicketExists } from '../queries.ts'
import { admitsFromList, holdsPrivateTicket } from '../rules.ts'
import type { GameSessions } from '../sessions/game-sessions.ts'
import { newPlayerKey } from '../sessions/player-key.ts'
import type { GameSession } from '../sessions/queries.ts'
import { holdsSeat, isJoinTicket, isRedeemable } from '../sessions/rules.ts'
import { spendLateTicket } from '../sessions/seats.ts'
import type { VisitTally } from '../visits/tally.ts'
import type { Orchestrator } from './client.ts'
import { joinPortOf } from './join-port.ts'
import { isDedicated, serverOf } from './rules.ts'

/** The player and the server of a join script. */
interface Joined {
  placeId: number
  username: string
  permissionLevel: number
  /** How the game knows the player: the account's number if the place has services or the engine lists players, otherwise a random one. */
  number: number
  /** With which the game server verifies the player. */
  key: string
  /** Whether the place has services. */
  services: boolean
  server: { address: string; port: number }
}

const invalidSession = () => new Refused('places.session_invalid')
const invalidPrivateServer = () => new Refused('places.private_ticket_invalid')

/** Returns why a ticket opens no game. A ban has ended the session, and the player learns of it. */
async function refusalOf(
  db: Db,
  { place_id, user_id, started }: Pick<GameSession, 'place_id' | 'user_id' | 'started'>,
  now: number,
): Promise<Refused> {
  // A spent ticket stays a secret of its player, whatever became of the session.
  if (started !== null) return invalidSession()
  const ban = (await findBans(db, place_id, [user_id], now)).get(user_id)
  return ban ? banned(ban) : invalidSession()
}

/** Seconds after which a client retries if the game server was too slow to admit its player. */
const admissionRetrySeconds = 1

/**
 * Spends a join ticket, which starts its game session. One of several calls with the same ticket succeeds.
 *
 * @throws Refused `invalid`: `Invalid Private Server`, which leaves the ticket unspent; `Invalid Game Session`: the ticket is
 * unknown, spent, superseded or expired, or no longer holds a seat in a full place; or the player is moderated, or the place is
 * taken down. `forbidden`: the player was banned from the place meanwhile. `late`: the port of the place's server is not known, and
 * `busy`: the server does not know the player yet. Both leave the ticket unspent.
 */
export async function redeemTicket(
  platform: {
    db: Db
    now: Clock
    config: Pick<Config, 'Engine' | 'Gameservers' | 'Orchestrator'>
    gameSessions: GameSessions
    orchestrator: Orchestrator
    visitTally: Pick<VisitTally, 'runNow'>
    playerLists: { wake(placeId: number): void }
    admissions: { wait(placeId: number, ticket: string, signal?: AbortSignal): Promise<boolean> }
  },
  ticket: string,
  privateServer: string | undefined,
  signal?: AbortSignal,
): Promise<Joined> {
  const session = isJoinTicket(ticket) ? await platform.gameSessions.find(ticket) : undefined
  if (privateServer !== undefined) {
    // Without a game session, the private ticket must at least belong to some place.
    const valid = session
      ? holdsPrivateTicket(session, privateServer)
      : await privateTicketExists(platform.db, privateServer)
    if (!valid) throw invalidPrivateServer()
  }
  const now = platform.now()
  if (!session) throw invalidSession()
  if (!isRedeemable(session, now)) throw await refusalOf(platform.db, session, now)
  const dedicatedPort = isDedicated(session, platform.config.Gameservers.Hosting)
    ? await joinPortOf(platform, session.place_id)
    : undefined
  const { place_id: placeId, username, permission_level: permissionLevel } = session
  const services = session.services === 1
  const isListed = admitsFromList(platform.config)
  const number = ((services || isListed) && session.account_number) || randomInt(1, maxPlayerNumber + 1)
  if (isListed && !(await platform.admissions.wait(placeId, ticket, signal)))
    throw new Refused('servers.not_admitting').retryIn(admissionRetrySeconds)
  const { key, hash } = newPlayerKey(placeId)
  const start = { ticket, number, keyHash: hash }
  const spent = holdsSeat(session, now)
    ? await platform.gameSessions.spend(start)
    : await spendLateTicket(platform.db, placeId, start, now)
  if (!spent) throw await refusalOf(platform.db, session, now)
  platform.visitTally.runNow()
  platform.playerLists.wake(placeId)
  return {
    placeId,
    username,
    permissionLevel,
    number,
    key,
    services,
    server: serverOf(session, platform.config, dedicatedPort),
  }
}
