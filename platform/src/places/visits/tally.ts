import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Db } from '../../foundation/database.ts'
import { type Job, startJob } from '../../foundation/jobs.ts'
import { addSessions, addVisits } from '../statistics/add.ts'
import { addPlays } from '../updates/plays.ts'
import { rankVotes } from '../votes/rank.ts'
import { rememberPlayed, rememberVisits } from './players.ts'
import { findUncounted, findUnmeasured, lockPlayed, markTallied, type StartedSession } from './queries.ts'
import { rankVisits } from './rank.ts'
import { isRankable } from './rules.ts'

/** Sessions per transaction. */
const sessionsPerBatch = 200

/** Sessions that ended are counted at most this much later. */
const intervalMs = 10 * second

/** Sessions that have started are counted at once, or this long after others: hundreds of joins a second share a synced commit. */
const restMs = 0.25 * second

export type VisitTally = Pick<Job, 'runNow' | 'stop'>

/** Counts each session as a visit once it has begun to play, in rankings after a while, and its played time once it has ended. */
export const startVisitTally = (platform: { db: Db; now: Clock; log: Logger }): VisitTally =>
  startJob('count visits', intervalMs, () => tallyVisits(platform), platform.log, { restMs })

export async function tallyVisits(platform: { db: Db; now: Clock }): Promise<void> {
  const { db } = platform
  while ((await countVisits(db)) === sessionsPerBatch);
  while ((await rankVisits(platform, sessionsPerBatch)) === sessionsPerBatch);
  while ((await measurePlayed(db)) === sessionsPerBatch);
}

/** Returns how many sessions it has read. */
async function countVisits(db: Db): Promise<number> {
  const found = await findUncounted(db, sessionsPerBatch)
  if (found.length === 0) return 0
  await db.transaction().execute(async (trx) => {
    // Places are locked before game sessions, as in a join.
    const places = await lockPlayed(
      trx,
      found.map(({ place_id }) => place_id),
    )
    const counted = await markTallied(trx, found, { from: 0, to: 1 })
    const remembered = await rememberVisits(trx, counted)
    const newcomers = remembered.filter(({ before }) => before === null)
    for (const [placeId, visits] of byPlace(counted)) {
      const visitors = newcomers.filter((newcomer) => newcomer.place_id === placeId).length
      await trx
        .updateTable('places')
        .set((eb) => ({
          visits: eb('visits', '+', visits.length),
          visitor_count: eb('visitor_count', '+', visitors),
        }))
        .where('id', '=', placeId)
        .execute()
    }
    await rankVotes(trx, withoutOwners(newcomers, places))
    await addVisits(trx, withoutOwners(remembered, places))
    await addPlays(
      trx,
      counted.map((session) => ({ ...session, played: 0 })),
      1,
    )
  })
  return found.length
}

/** Returns how many sessions it has read. */
async function measurePlayed(db: Db): Promise<number> {
  const found = await findUnmeasured(db, sessionsPerBatch)
  if (found.length === 0) return 0
  await db.transaction().execute(async (trx) => {
    const places = await lockPlayed(
      trx,
      found.map(({ place_id }) => place_id),
    )
    const measured = await markTallied(trx, found, { from: 1, to: 2 })
    for (const [placeId, sessions] of byPlace(measured)) {
      const played = playedIn(sessions)
      const ranked = playedIn(
        sessions.filter((session) => isRankable(session, places.get(placeId)?.owner_id)),
      )
      await trx
        .updateTable('places')
        .set((eb) => ({
          played_ms: eb('played_ms', '+', played),
          ranked_ms: eb('ranked_ms', '+', ranked),
        }))
        .where('id', '=', placeId)
        .execute()
    }
    for (const session of measured) await rememberPlayed(trx, session, durationOf(session))
    await addSessions(trx, withoutOwners(measured, places))
    await addPlays(
      trx,
      measured.map((session) => ({ ...session, played: durationOf(session) })),
      0,
    )
  })
  return found.length
}

/** Statistics leave out the owner, whose own tests would be most of the visits to a new game. */
const withoutOwners = <Session extends Pick<StartedSession, 'place_id' | 'user_id'>>(
  sessions: readonly Session[],
  places: ReadonlyMap<number, { owner_id: string }>,
) => sessions.filter(({ place_id, user_id }) => places.get(place_id)?.owner_id !== user_id)

const durationOf = ({ started, last_ping }: { started: number; last_ping: number }) =>
  Math.max(0, last_ping - started)

const playedIn = (sessions: readonly StartedSession[]) =>
  sessions.reduce((sum, session) => sum + durationOf(session), 0)

const byPlace = <Session extends { place_id: number }>(sessions: readonly Session[]) =>
  [...Map.groupBy(sessions, ({ place_id }) => place_id)].toSorted(([one], [other]) => one - other)
