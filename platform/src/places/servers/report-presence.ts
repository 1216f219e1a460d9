import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { countPlayersOf } from '../sessions/queries.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'
import { deleteOldRuns, lastPingsOf } from './queries.ts'
import { recordFailures } from './record-failures.ts'
import { keepsWorlds, runTicketLifetime } from './rules.ts'

/** Reports are sent at least this often. The orchestrator discards reports that are older than a minute. */
const longestIntervalMs = 15 * second

/**
 * Returns the time between reports. With fewer of them in the time after which a server counts as silent, a report could be older than
 * the heartbeat of a healthy server.
 */
export const reportIntervalOf = ({ Orchestrator }: Pick<Config, 'Orchestrator'>): number =>
  Math.min(longestIntervalMs, (Orchestrator.SilentSeconds * second) / 4)

/**
 * Reports players and heartbeats of running servers to the orchestrator, which closes servers that are empty or hang. Only
 * heartbeats with a server's own run ticket count, not those with the place's server ticket.
 */
export async function reportPresence({
  db,
  now,
  log,
  config,
  orchestrator,
}: {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Engine' | 'Gameservers' | 'Orchestrator' | 'Places'>
  orchestrator: Orchestrator
}): Promise<void> {
  if (config.Gameservers.Hosting === 'Selfhosted') return
  try {
    const { servers } = await orchestrator.servers()
    const running = servers.filter(({ state }) => state !== 'failed')
    const time = now()
    const end = { now: time, keepsWorlds: keepsWorlds(config) }
    await recordFailures(db, servers, end)
    const runs = running.flatMap(({ run }) => run ?? [])
    // A start takes at most half of this. An older run without a server has ended, or never started.
    await deleteOldRuns(db, time - 2 * runTicketLifetime(config.Orchestrator.ReadySeconds), runs, end)
    if (running.length === 0) return
    const placeIds = running.map(({ placeId }) => placeId)
    const [players, pings] = await Promise.all([countPlayersOf(db, time, placeIds), lastPingsOf(db, runs)])
    await orchestrator.reportPresence(
      running.map(({ placeId, run = '' }) => {
        const ping = pings.get(run)
        const silentSeconds = ping === undefined ? null : Math.max(0, (time - ping) / second)
        return { placeId, players: players.get(placeId) ?? 0, silentSeconds }
      }),
    )
  } catch (error) {
    if (!(error instanceof OrchestratorFailure)) throw error
    log.debug({ error: error.message }, 'presence could not be reported to the orchestrator')
  }
}
