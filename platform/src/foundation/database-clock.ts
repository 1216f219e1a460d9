import { type Clock, minute, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { type Job, startJob } from './jobs.ts'

/** Interval at which the database's time is read. A computer's clock drifts by less than a millisecond meanwhile. */
const intervalMs = 15 * second

/**
 * Each reading asks this many times and keeps the quickest answer, because others are late on a busy machine:
 * docs/measurements/limits-and-clocks.md.
 */
const answersPerReading = 5

/** Slower answers are ignored, because it is too uncertain when the database read its clock. */
const maxRoundTripMs = second

/** A difference that operators should know of. */
const noticeableMs = minute

export interface DatabaseClock {
  now: Clock
  stop(): Promise<void>
}

/**
 * Opens a clock that shows the database's time, so that processes on several machines agree on it. Between two reads it counts on
 * from the last one, even when this machine's clock is set. On SQLite, it is this machine's clock.
 *
 * @throws DatabaseUnavailable
 */
export async function openDatabaseClock<Schema>(db: Kysely<Schema>, log: Logger): Promise<DatabaseClock> {
  if (!isPostgres(db)) return { now: Date.now, async stop() {} }
  let { ahead } = await read(db)
  const differenceMs = Math.round(performance.now() + ahead - Date.now())
  if (Math.abs(differenceMs) > noticeableMs)
    log.warn(
      { differenceMs },
      "this machine's clock differs from the database's; the product uses the database's time",
    )
  const job: Job = startJob(
    "read the database's time",
    intervalMs,
    async () => {
      const { ahead: latest, roundTripMs } = await read(db)
      if (roundTripMs <= maxRoundTripMs) ahead = latest
    },
    log,
  )
  return { now: () => Math.round(performance.now() + ahead), stop: () => job.stop() }
}

/** An answer of the database that was asked for its time. */
interface Answer {
  /** How many milliseconds the database's time is ahead of this process's steady clock, to within half of the round trip. */
  ahead: number
  roundTripMs: number
}

async function read<Schema>(db: Kysely<Schema>): Promise<Answer> {
  let quickest = await ask(db)
  for (let answers = 1; answers < answersPerReading; answers++) {
    const answer = await ask(db)
    if (answer.roundTripMs < quickest.roundTripMs) quickest = answer
  }
  return quickest
}

async function ask<Schema>(db: Kysely<Schema>): Promise<Answer> {
  const asked = performance.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  const answered = performance.now()
  return { ahead: (rows[0]?.ms ?? 0) - (asked + answered) / 2, roundTripMs: answered - asked }
}
