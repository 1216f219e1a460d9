import { CannotDraw } from '@baseplate/renderer/drawing'
import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { newRenderId } from '../foundation/ids.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import {
  findDueRenders,
  findRender,
  insertRenders,
  leaseRender,
  type RenderRow,
  renewLeases,
  settleAttempt,
} from './queries.ts'
import { maxAttempts, maxLosses, type RenderPriority, type RenderSubject, retryDelayMs } from './rules.ts'

/** The queue of requests for pictures of users and assets. */
export interface Renders {
  /**
   * Requests new pictures, inside the transaction that makes them necessary. Replaces an earlier request that is not done yet.
   * The caller calls `wake` after the commit.
   */
  request(db: Db, subject: RenderSubject, priority: RenderPriority): Promise<void>
  /** Requests pictures of several different subjects. */
  requestAll(db: Db, subjects: readonly RenderSubject[], priority: RenderPriority): Promise<void>
  /**
   * Requests new pictures and starts at once.
   *
   * @throws Refused `failed` when an external renderer does not accept the request.
   */
  requestNow(subject: RenderSubject, priority: RenderPriority): Promise<void>
  /** Starts new requests at once, instead of at the next poll of the queue. */
  wake(): void
  /** Stops the queue. Renders in progress are abandoned and start again with the next process. */
  close(): Promise<void>
}

/** Draws requests: worker threads of this process, or an external service. */
export interface Renderer {
  /** Requests in progress at the same time. */
  concurrency: number
  /** Raised when drawings start to look different, so that older pictures are drawn again. */
  edition: number
  /** Whether `carryOut` only hands the request over, which callers can wait for. */
  handsOver: boolean
  /** Milliseconds after which a request without a result counts as lost. */
  leaseMs: number
  /**
   * Carries out a request. `storePictures` settles it.
   *
   * @throws CannotDraw when no retry can help. Any other error is retried for a day.
   */
  carryOut(render: RenderRow): Promise<void>
  close(): Promise<void>
}

/** Interval at which the queue is polled, for retries that have become due and requests of other processes. */
const pollMs = 2_000

/** Interval at which the leases of drawings in progress are renewed. */
const renewalMs = 5_000

interface Queue {
  db: Db
  now: Clock
  log: Logger
  renderer: Renderer
  closing: boolean
}

export function createRenders(platform: { db: Db; now: Clock; log: Logger }, renderer: Renderer): Renders {
  const { db, now, log } = platform
  const queue: Queue = { db, now, log, renderer, closing: false }
  /** Attempts in progress. Each resolves when its outcome is recorded. */
  const inProgress = new Map<RenderRow, Promise<void>>()
  const renew = createRenewal(queue, inProgress)

  const carryOut = (render: RenderRow) => {
    const work = renderer
      .carryOut(render)
      .catch((error: Error) => failAttempt(queue, render, error))
      .catch((error: Error) =>
        log.error({ error: error.message }, 'the outcome of a render was not recorded'),
      )
      .finally(() => {
        inProgress.delete(render)
        job.runNow()
      })
    inProgress.set(render, work)
  }

  const startDue = async () => {
    await renew()
    while (!queue.closing && inProgress.size < renderer.concurrency) {
      const { found, started } = await leaseDue(queue, renderer.concurrency - inProgress.size)
      for (const attempt of started) carryOut(attempt)
      if (found === 0) return
    }
  }
  const job: Job = startJob('start renders', pollMs, startDue, log)

  const requestAll: Renders['requestAll'] = (db, subjects, priority) =>
    insertRenders(
      db,
      subjects.map((subject) => ({ subject, renderId: newRenderId() })),
      { priority, edition: renderer.edition, now: now() },
    )

  return {
    request: (db, subject, priority) => requestAll(db, [subject], priority),
    requestAll,
    async requestNow(subject, priority) {
      await requestAll(db, [subject], priority)
      if (renderer.handsOver) await handOver(queue, subject)
      else job.runNow()
    },
    wake: () => job.runNow(),
    async close() {
      queue.closing = true
      await job.stop()
      await renderer.close()
      await Promise.all(inProgress.values())
    },
  }
}

/** Hands a request to an external renderer and waits until it is accepted. @throws Refused `failed` */
async function handOver(queue: Queue, subject: RenderSubject): Promise<void> {
  const requested = await findRender(queue.db, subject)
  const attempt = requested && (await startAttempt(queue, requested))
  if (!attempt) return
  try {
    await queue.renderer.carryOut(attempt)
  } catch (error) {
    await failAttempt(queue, attempt, error as Error)
    throw new Refused('renders.request_failed')
  }
}

/** Returns a function that renews the leases of these attempts at intervals. A request that was handed over keeps its one lease. */
function createRenewal(
  { db, now, renderer }: Queue,
  inProgress: ReadonlyMap<RenderRow, unknown>,
): () => Promise<void> {
  let renewed = now()
  return async () => {
    if (renderer.handsOver || inProgress.size === 0 || now() < renewed + renewalMs) return
    renewed = now()
    await renewLeases(db, [...inProgress.keys()], { now: renewed, until: renewed + renderer.leaseMs })
  }
}

/** Leases due requests. On PostgreSQL, other processes skip requests that this transaction is leasing. */
async function leaseDue(queue: Queue, limit: number): Promise<{ found: number; started: RenderRow[] }> {
  const lease = async (db: Db) => {
    const due = await findDueRenders(db, queue.now(), limit)
    const started: RenderRow[] = []
    for (const render of due) {
      const attempt = await startAttempt({ ...queue, db }, render)
      if (attempt) started.push(attempt)
    }
    return { found: due.length, started }
  }
  return isPostgres(queue.db) ? queue.db.transaction().execute(lease) : lease(queue.db)
}

/** Leases a due request. Returns undefined when another process was faster, or an expired lease was recorded as lost. */
async function startAttempt(queue: Queue, due: RenderRow): Promise<RenderRow | undefined> {
  const { db, now, renderer } = queue
  if (due.state === 'drawing') {
    await loseAttempt(queue, due)
    return undefined
  }
  if (!(await leaseRender(db, due, now() + renderer.leaseMs))) return undefined
  return { ...due, state: 'drawing', attempts: due.attempts + 1 }
}

/** Records a failed attempt, and schedules a retry unless no retry can help. */
async function failAttempt({ db, now, log, closing }: Queue, render: RenderRow, error: Error): Promise<void> {
  const { subject, attempts } = render
  // The shutdown interrupted the drawing, so this is no failed attempt. The next process starts it again.
  if (closing) return settleAttempt(db, render, { state: 'waiting', due: now() })
  const reason = error.message
  const final = error instanceof CannotDraw || attempts >= maxAttempts
  log.warn({ subject, attempts, final, reason }, 'a render failed')
  await settleAttempt(
    db,
    render,
    final
      ? { state: 'failed', reason, finished: now() }
      : { state: 'waiting', reason, due: now() + retryDelayMs(attempts) },
  )
}

/** Records an attempt whose lease has expired. A drawing that may crash its process gets only a few attempts. */
async function loseAttempt(queue: Queue, render: RenderRow): Promise<void> {
  const { db, now, log, renderer } = queue
  if (renderer.handsOver) {
    return failAttempt(queue, render, new Error(`No pictures came within ${renderer.leaseMs / 1_000} s`))
  }
  const { subject, attempts } = render
  const losses = render.losses + 1
  const final = losses >= maxLosses
  const reason = `It was begun ${losses} times, and no pictures came`
  log.warn({ subject, attempts, final, reason }, 'a render was lost')
  await settleAttempt(
    db,
    render,
    final
      ? { state: 'failed', reason, losses, finished: now() }
      : { state: 'waiting', reason, losses, due: now() },
  )
}
