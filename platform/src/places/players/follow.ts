import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { admitsFromList } from '../rules.ts'
import type { Presence } from '../servers/presence.ts'
import { type GameServer, requireServerPlace } from '../servers/require-server.ts'
import type { Admissions } from './admissions.ts'
import type { PlayerList } from './list.ts'
import type { PlayerLookups } from './lookups.ts'
import { disconnect } from './queries.ts'
import type { PlayerLists } from './waits.ts'

interface Following {
  db: Db
  config: Pick<Config, 'Engine'>
  presence: Presence
  playerLookups: PlayerLookups
  playerLists: PlayerLists
  admissions: Admissions
}

/**
 * Returns the players of a game server, which is a heartbeat of the server.
 *
 * @param ticket of the game server
 * @param after version that the server has. It acknowledges this version: players who may enter are known, and players who had to
 * leave are gone. While the list has the same version, the call waits for a change.
 * @throws Refused as `requireServer`
 */
export async function followPlayers(
  platform: Following,
  ticket: string | undefined,
  after: string | undefined,
  signal: AbortSignal,
): Promise<PlayerList> {
  const { playerLookups, playerLists, presence, admissions } = platform
  const { server } = await requireServerPlace(playerLookups.server, ticket)
  presence.recordServerHeartbeat(server.ticket)
  const list = await playerLists.read(server)
  const isListed = admitsFromList(platform.config)
  // From its first heartbeat on, a run replaces the earlier one, whose acknowledgements no longer count.
  if (isListed && after === undefined) await presence.flush()
  if (isListed) await admissions.acknowledge(server, list, after)
  const next = list.version === after ? await nextAfter(platform, server, list, signal) : list
  if (isListed) admissions.remember(server, next)
  return next
}

/** Waits for a list that differs from the one that the server has acknowledged. */
async function nextAfter(
  { db, playerLists }: Following,
  server: GameServer,
  { version, leaving }: PlayerList,
  signal: AbortSignal,
): Promise<PlayerList> {
  if (leaving.length === 0) return playerLists.readNext(server, [version], signal)
  await disconnect(db, leaving)
  const rest = await playerLists.read(server)
  return playerLists.readNext(server, [version, rest.version], signal)
}
