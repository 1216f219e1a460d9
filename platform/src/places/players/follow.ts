import type { Db } from '../../foundation/database.ts'
import type { Presence } from '../servers/presence.ts'
import { requireServerPlace } from '../servers/require-server.ts'
import type { PlayerList } from './list.ts'
import type { PlayerLookups } from './lookups.ts'
import { disconnect } from './queries.ts'
import type { PlayerLists } from './waits.ts'

/**
 * Returns the players of a game server, which is a heartbeat of the server.
 *
 * @param ticket of the game server
 * @param after version that the server has. It acknowledges this version: players who had to leave are gone. While the list has the
 * same version, the call waits for a change.
 * @throws Refused as `requireServer`
 */
export async function followPlayers(
  {
    db,
    presence,
    playerLookups,
    playerLists,
  }: { db: Db; presence: Presence; playerLookups: PlayerLookups; playerLists: PlayerLists },
  ticket: string | undefined,
  after: string | undefined,
  signal: AbortSignal,
): Promise<PlayerList> {
  const { server } = await requireServerPlace(playerLookups.server, ticket)
  presence.recordServerHeartbeat(server.ticket)
  const list = await playerLists.read(server)
  if (list.version !== after) return list
  if (list.leaving.length === 0) return playerLists.readNext(server, [after], signal)
  await disconnect(db, list.leaving)
  const rest = await playerLists.read(server)
  return playerLists.readNext(server, [after, rest.version], signal)
}
