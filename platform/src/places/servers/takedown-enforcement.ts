import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { SharedJobs } from '../../foundation/shared-jobs.ts'
import { findClosed } from '../queries.ts'
import { endPlayingInClosed } from '../sessions/queries.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'
import type { ClosingAnnouncer } from './closing.ts'

interface Enforcing {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Gameservers'>
  orchestrator: Pick<Orchestrator, 'close' | 'servers'>
  playerLists: ClosingAnnouncer
}

/** Ends game sessions and servers in places that are taken down, archived or deleted. */
export interface TakedownEnforcement {
  /** Called after the commit of a takedown, an archiving or a deletion. Game sessions have ended when this returns. Servers end soon after. */
  enforce(): Promise<void>
  stop(): Promise<void>
}

/** Also runs as a job, in case the process crashes after the commit or the orchestrator is unavailable. */
export function createTakedownEnforcement(
  platform: Enforcing & { sharedJobs: SharedJobs },
): TakedownEnforcement {
  const { db, now, log, sharedJobs } = platform
  const job = sharedJobs.start('close places', 15 * second, () => enforceTakedowns(platform))
  return {
    async enforce() {
      await endPlayingInClosed(db, now()).catch((error: Error) =>
        log.error({ error: error.message }, 'game sessions in closed places could not be ended'),
      )
      job.runNow()
    },
    stop: () => job.stop(),
  }
}

/** Ends the game sessions and closes the servers of every place that is taken down, archived or deleted. */
export async function enforceTakedowns(platform: Enforcing): Promise<void> {
  const { db, now, log, config, orchestrator } = platform
  await endPlayingInClosed(db, now())
  if (config.Gameservers.Hosting === 'Selfhosted') return
  try {
    const { servers } = await orchestrator.servers()
    const running = servers
      .filter(({ state }) => state === 'starting' || state === 'ready')
      .map(({ placeId }) => placeId)
    if (running.length > 0) await closeServersOf(platform, await findClosed(db, running))
  } catch (error) {
    if (!(error instanceof OrchestratorFailure)) throw error
    log.debug(
      { error: error.message },
      'the orchestrator could not be asked for the servers of closed places',
    )
  }
}

/** Notice for a server that is closed at once, so that a waiting list can still announce the closing. */
const namedAheadMs = second

/** Closes the servers of these closed places. The job retries failures. */
export async function closeServersOf(
  {
    now,
    log,
    orchestrator,
    playerLists,
  }: Pick<Enforcing, 'now' | 'log' | 'playerLists'> & {
    orchestrator: Pick<Orchestrator, 'close'>
  },
  placeIds: readonly number[],
): Promise<void> {
  await Promise.all(
    placeIds.map((placeId) => {
      playerLists.announceClosing(placeId, { reason: 'unavailable', closesAt: now() + namedAheadMs })
      return orchestrator.close(placeId).catch((error: Error) => {
        log.warn({ placeId, error: error.message }, 'the server of a closed place could not be closed')
      })
    }),
  )
}
