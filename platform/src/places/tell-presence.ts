import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Logger } from '../foundation/log.ts'
import { type Orchestrator, OrchestratorFailure } from '../orchestrator/client.ts'
import { countPresence } from './queries.ts'

/** As many times a minute as keeps the orchestrator from taking us for gone: it forgets what it heard a minute ago. */
export const tellIntervalMs = 15_000

/**
 * Tells the orchestrator who plays on the servers that run and when they were last heard of, so that it ends those that
 * are empty or hang. While it is away there is nobody to tell.
 */
export async function tellPresence({
  db,
  now,
  log,
  config,
  orchestrator,
}: {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Gameservers'>
  orchestrator: Orchestrator
}): Promise<void> {
  if (config.Gameservers.Hosting === 'Selfhosted') return
  try {
    const { servers } = await orchestrator.servers()
    const running = servers.filter(({ state }) => state !== 'failed').map(({ placeId }) => placeId)
    if (running.length === 0) return
    const time = now()
    const known = new Map((await countPresence(db, time, running)).map((place) => [place.id, place]))
    await orchestrator.tellPresence(
      running.map((placeId) => {
        const { players, serverPing } = known.get(placeId) ?? { players: 0, serverPing: 0 }
        const silentSeconds = serverPing === 0 ? null : Math.max(0, time / 1_000 - serverPing)
        return { placeId, players, silentSeconds }
      }),
    )
  } catch (error) {
    if (!(error instanceof OrchestratorFailure)) throw error
    log.debug({ error: error.message }, 'presence could not be told to the orchestrator')
  }
}
