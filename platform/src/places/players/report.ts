import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Presence } from '../servers/presence.ts'
import { requireServerPlace } from '../servers/require-server.ts'
import type { PlayerLookups } from './lookups.ts'
import { disconnect } from './queries.ts'
import { judgeReport, type Leaving, verifiesPlayers } from './rules.ts'

/**
 * Takes the numbers of the players who are connected to a game server, which is a heartbeat of the server and of those whom it has
 * verified.
 *
 * @param ticket of the game server
 * @returns the players who have to leave.
 * @throws Refused as `requireServer`
 */
export async function reportPlayers(
  {
    db,
    config,
    presence,
    playerLookups,
  }: {
    db: Db
    config: Pick<Config, 'Engine' | 'Players'>
    presence: Presence
    playerLookups: PlayerLookups
  },
  ticket: string | undefined,
  connected: readonly number[],
): Promise<Leaving[]> {
  const { server, place } = await requireServerPlace(playerLookups.server, ticket)
  presence.recordServerHeartbeat(server.ticket)
  const { leave, present, gone } = judgeReport(await playerLookups.served(place.id), connected, {
    server: server.ticket,
    verifies: verifiesPlayers(config, place.services === 1),
  })
  await Promise.all(present.map((player) => presence.recordClientHeartbeat(player, true)))
  if (gone.length > 0) await disconnect(db, gone)
  return leave
}
