import { randomUUID } from 'node:crypto'
import { type Clock, minute, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { isDue } from '@baseplate/storage/database/is-due'
import type { Db } from './database.ts'
import { type JobState, type JobTiming, jobTimings, listTimings, timedJob } from './job-timings.ts'
import { type Job, startJob } from './jobs.ts'

/** A process that is killed loses its jobs after this time. */
const leaseMs = 15 * second

/** Interval at which each process renews its leases and looks for due jobs. */
const usualTickMs = 2 * second

/** A lease or time that lies further ahead was set while the clock was ahead. Processes notice a changed clock within seconds. */
const clockMs = 2 * minute

/** A job stays with the process that ran it last, which may remember how far it got. Others take it this much later. */
const graceMs = 5 * second

/** A new job first runs after a minute at most, so that a daily job need not wait a day. */
const firstRunMs = minute

/** One run of a job. When the process has lost the lease to another one, the signal aborts and the run ends at its next step. */
type Run = (lost: AbortSignal) => Promise<void>

/** Background jobs, each of which runs in only one of the processes on a database at a time. */
export interface SharedJobs {
  /** Runs a function at an interval. A failed run is logged and does not prevent the next one. */
  start(name: string, intervalMs: number, run: Run): Job
  /**
   * Returns the last runs of the jobs. Those of shared jobs are from any process, and those of the others from this one. Without a
   * shared database, jobs appear with their first run.
   */
  list(): Promise<JobState[]>
  /** Stops looking for due jobs. Each job is stopped by itself. */
  close(): Promise<void>
}

interface Parts {
  db: Db
  now: Clock
  log: Logger
  /** Interval at which due jobs are looked for. Tests shorten it. */
  tickMs?: number
}

/** Leases jobs on PostgreSQL. SQLite has one process, which needs no leases. */
export function createSharedJobs(parts: Parts): SharedJobs {
  if (isPostgres(parts.db)) return new LeasedJobs(parts)
  const never = new AbortController().signal
  return {
    start: (name, intervalMs, run) =>
      startJob(name, intervalMs, () => run(never), parts.log, { firstMs: Math.min(intervalMs, firstRunMs) }),
    list: async () => listTimings(),
    async close() {},
  }
}

interface Leased {
  intervalMs: number
  run: Run
  /** The run in progress in this process. */
  running?: { ended: Promise<void>; lost: AbortController } | undefined
  /** Whether another run was requested during the one in progress. */
  isDue?: boolean
}

class LeasedJobs implements SharedJobs {
  readonly #db: Db
  readonly #now: Clock
  readonly #log: Logger
  /** Marks the leases of this process. */
  readonly #holder = randomUUID()
  readonly #jobs = new Map<string, Leased>()
  readonly #ticks: Job

  constructor({ db, now, log, tickMs = usualTickMs }: Parts) {
    this.#db = db
    this.#now = now
    this.#log = log
    this.#ticks = startJob('look for due jobs', tickMs, () => this.#tick(), log)
  }

  start(name: string, intervalMs: number, run: Run): Job {
    const job: Leased = { intervalMs, run }
    this.#jobs.set(name, job)
    return {
      runNow: () => void this.#runNow(name, job),
      stop: async () => {
        this.#jobs.delete(name)
        await job.running?.ended
      },
    }
  }

  async list(): Promise<JobState[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .select(['name', 'last_ms', 'last_end', 'last_error'])
      .execute()
    const shared = rows.flatMap(({ name, last_ms, last_end, last_error }) => {
      const job = this.#jobs.get(name)
      // Another release may have left the row of a job that it alone has.
      if (!job) return []
      const { intervalMs } = job
      return { name, intervalMs, lastSeconds: last_ms / 1_000, lastEnd: last_end, lastError: last_error }
    })
    return [...shared, ...listTimings().filter(({ name }) => !this.#jobs.has(name))]
  }

  close(): Promise<void> {
    return this.#ticks.stop()
  }

  async #tick(): Promise<void> {
    await this.#renew()
    for (const name of await this.#findDue()) {
      const job = this.#jobs.get(name)
      if (job && !job.running) await this.#tryRun(name, job)
    }
  }

  /** Renews the leases of this process, and aborts the runs that have lost theirs. */
  async #renew(): Promise<void> {
    const running = [...this.#jobs].filter(([, job]) => job.running)
    if (running.length === 0) return
    const renewed = await this.#db
      .updateTable('jobs')
      .set({ leased_until: this.#now() + leaseMs })
      .where('holder', '=', this.#holder)
      .where('leased_until', '>', 0)
      .where(
        'name',
        'in',
        running.map(([name]) => name),
      )
      .returning('name')
      .execute()
    const held = new Set(renewed.map(({ name }) => name))
    for (const [name, { running: run }] of running) if (!held.has(name)) run?.lost.abort()
  }

  /** Returns the due jobs. New ones get a row. An expired lease means that its process has died, so the job is due. */
  async #findDue(): Promise<string[]> {
    const time = this.#now()
    const rows = await this.#db.selectFrom('jobs').selectAll().execute()
    const known = new Set(rows.map(({ name }) => name))
    const missing = [...this.#jobs].filter(([name]) => !known.has(name))
    if (missing.length > 0)
      await this.#db
        .insertInto('jobs')
        .values(
          missing.map(([name, { intervalMs }]) => ({
            name,
            due: time + Math.min(intervalMs, firstRunMs),
            holder: '',
            leased_until: 0,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return rows
      .filter(({ name, due, holder, leased_until }) => {
        if (leased_until > 0) return leased_until <= time || leased_until > time + clockMs
        const longestMs = (this.#jobs.get(name)?.intervalMs ?? Number.POSITIVE_INFINITY) + clockMs
        return due + (holder === this.#holder ? 0 : graceMs) <= time || due > time + longestMs
      })
      .map(({ name }) => name)
  }

  async #runNow(name: string, job: Leased): Promise<void> {
    if (this.#jobs.get(name) !== job) return
    if (job.running) {
      job.isDue = true
      return
    }
    try {
      if (!(await this.#tryRun(name, job))) await this.#makeDue(name)
    } catch (error) {
      // The job runs at its next time.
      this.#log.warn({ job: name, error: (error as Error).message }, 'a job could not be run ahead of time')
    }
  }

  /** Makes the job due again once its current run has ended. */
  async #makeDue(name: string): Promise<void> {
    await this.#db.updateTable('jobs').set({ due: 0 }).where('name', '=', name).execute()
  }

  /** Leases a job and starts it. Returns false when another process has it. */
  async #tryRun(name: string, job: Leased): Promise<boolean> {
    const time = this.#now()
    const lease = { due: time + job.intervalMs, holder: this.#holder, leased_until: time + leaseMs }
    const leased = await this.#db
      .insertInto('jobs')
      .values({ name, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(lease)
          .where(({ ref }) => isDue(ref('jobs.leased_until'), { now: time, longestMs: clockMs })),
      )
      .returning('name')
      .executeTakeFirst()
    if (!leased) return false
    // `stop` was called during the statement.
    if (this.#jobs.get(name) !== job) {
      await this.#release(name)
      return true
    }
    const lost = new AbortController()
    job.running = { lost, ended: this.#run(name, job, lost.signal) }
    return true
  }

  async #run(name: string, job: Leased, lost: AbortSignal): Promise<void> {
    do {
      job.isDue = false
      try {
        await timedJob(name, job.intervalMs, () => job.run(lost))
      } catch (error) {
        this.#log.error({ job: name, error: (error as Error).message }, 'a job failed')
      }
    } while (job.isDue && !lost.aborted && this.#jobs.has(name))
    job.running = undefined
    await this.#release(name, jobTimings.get(name)).catch((error: Error) =>
      // Its lease expires.
      this.#log.warn({ job: name, error: error.message }, 'a job was not recorded as finished'),
    )
  }

  async #release(name: string, last?: JobTiming): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({
        leased_until: 0,
        ...(last && {
          last_ms: Math.round(last.lastSeconds * 1_000),
          last_end: last.lastEnd,
          last_error: last.lastError,
        }),
      })
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .execute()
  }
}
