import { hour, minute, second } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { eraseDeletedPlaces } from './erase-deleted.ts'
import { createPlayerCounts, type PlayerCounts } from './lists/player-counts.ts'
import { createPlaceRankings, type PlaceRankings } from './lists/ranking.ts'
import { createPlaceShelves, type PlaceShelves } from './lists/shelves.ts'
import { createPlaceSpelling } from './lists/spelling.ts'
import { createSharedPictures, type SharedPictures } from './pictures/shared-picture.ts'
import { sweepPlacePictures } from './pictures/sweep.ts'
import type {} from './pictures/tables.ts'
import { sweepWaitingPictures } from './pictures/waiting/sweep.ts'
import { createOrchestrator, type Orchestrator } from './servers/client.ts'
import { createPresence, type Presence } from './servers/presence.ts'
import { rememberServers } from './servers/remember-servers.ts'
import { reportIntervalMs, reportPresence } from './servers/report-presence.ts'
import { createStartLimit } from './servers/start-server.ts'
import { createTakedownEnforcement, type TakedownEnforcement } from './servers/takedown-enforcement.ts'
import { createGameSessions, type GameSessions } from './sessions/game-sessions.ts'
import { sweepLines } from './sessions/line.ts'
import { createPlayingSweep } from './sessions/sweep.ts'
import { sweepPlaceStatistics } from './statistics/sweep.ts'
import type {} from './tables.ts'
import { sweepUploads } from './uploads/sweep.ts'
import type {} from './uploads/tables.ts'
import { sweepPlaceFiles } from './versions/sweep.ts'
import { startVisitTally, type VisitTally } from './visits/tally.ts'

/** Parts that the domain adds to the running platform. */
export interface Places {
  orchestrator: Orchestrator
  presence: Presence
  /** Reports presence to the orchestrator at intervals, and ahead of time when it changes. */
  presenceReports: Job
  gameSessions: GameSessions
  placeRankings: PlaceRankings
  placeShelves: PlaceShelves
  placeSpelling: Spelling
  playerCounts: PlayerCounts
  sharedPictures: SharedPictures
  takedownEnforcement: TakedownEnforcement
  /** Counts visits at intervals, and at once when a session begins. */
  visitTally: VisitTally
  startLimit: Limit
}

export function openPlaces(services: Services): Places {
  const orchestrator = createOrchestrator(services.config, services.now)
  const presenceReports = services.sharedJobs.start(
    'report presence to the orchestrator',
    reportIntervalMs,
    () => reportPresence({ ...services, orchestrator }),
  )
  const placeRankings = createPlaceRankings(services)
  return {
    orchestrator,
    presence: createPresence(services, presenceReports.runNow),
    presenceReports,
    gameSessions: createGameSessions(services),
    placeRankings,
    placeSpelling: createPlaceSpelling(services),
    placeShelves: createPlaceShelves({ ...services, placeRankings }),
    playerCounts: createPlayerCounts({ placeRankings }),
    sharedPictures: createSharedPictures(),
    takedownEnforcement: createTakedownEnforcement({ ...services, orchestrator }),
    visitTally: startVisitTally(services),
    startLimit: createStartLimit(services.limitCounts),
  }
}

/** @param forgetPlaces deletes what the domains above have recorded about places, in the same transaction */
export function startPlaceJobs(
  platform: Services & Places,
  forgetPlaces: (trx: Db, ids: readonly (string | number)[]) => Promise<void>,
): Pick<Job, 'stop'>[] {
  const { log, playerCounts, sharedJobs: shared } = platform
  return [
    platform.presenceReports,
    platform.takedownEnforcement,
    platform.visitTally,
    shared.start('sweep lines of places', minute, () => sweepLines(platform)),
    shared.start('sweep playing records', minute, createPlayingSweep(platform)),
    startJob('remember dedicated servers', reportIntervalMs, () => rememberServers(platform), log),
    startJob('poll player counts', second, playerCounts.poll, log),
    startJob('send heartbeats of player counts', 15 * second, playerCounts.heartbeat, log),
    shared.start('erase deleted places', hour, () => eraseDeletedPlaces(platform, forgetPlaces)),
    shared.start('sweep uploads', hour, sweepOf(platform, sweepUploads)),
    shared.start('sweep place files', hour, sweepOf(platform, sweepPlaceFiles)),
    shared.start('sweep statistics of places', hour, sweepOf(platform, sweepPlaceStatistics)),
    shared.start('sweep place pictures', hour, sweepOf(platform, sweepPlacePictures)),
    shared.start('sweep waiting pictures', hour, sweepOf(platform, sweepWaitingPictures)),
  ]
}
