import type { Db } from '../../database.ts'
import { type Clock, second } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Logger } from '../../foundation/log.ts'
import { countPlayersOf } from '../sessions/queries.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'
import { forgetRuns, lastPingsOf } from './queries.ts'
import { runTicketLifetime } from './rules.ts'

/** As many times a minute as keeps the orchestrator from taking us for gone: it forgets what it heard a minute ago. */
export const reportIntervalMs = 15_000

/**
 * Tells the orchestrator who plays on the servers that run and when they were last heard of, so that it ends those that
 * are empty or hang. Only the ticket of its own start reports a server's presence; the place's ticket does not.
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
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>
  orchestrator: Orchestrator
}): Promise<void> {
  if (config.Gameservers.Hosting === 'Selfhosted') return
  try {
    const { servers } = await orchestrator.servers()
    const running = servers.filter(({ state }) => state !== 'failed')
    const time = now()
    const runs = running.flatMap(({ run }) => run ?? [])
    // Twice as long as a start may take. An older run without a server has ended, or never began.
    await forgetRuns(db, time - 2 * runTicketLifetime(config.Orchestrator.ReadySeconds), runs)
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
    log.debug({ error: error.message }, 'presence could not be told to the orchestrator')
  }
}
