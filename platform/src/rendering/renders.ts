import { CannotDraw } from '@baseplate/renderer/drawing'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { newRenderId } from '../foundation/ids.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Logger } from '../foundation/log.ts'
import {
  beginRender,
  findDueRenders,
  findRender,
  insertRenders,
  type RenderRow,
  settleAttempt,
} from './queries.ts'
import { maxAttempts, maxLosses, type RenderPriority, type RenderSubject, retryDelayMs } from './rules.ts'

/** Where new pictures of users and of assets are asked for. */
export interface Renders {
  /**
   * Asks for new pictures, inside the transaction of the verb that makes them necessary. After the commit the verb calls
   * `wake`. What was asked for earlier, and is not there yet, is not drawn any more.
   */
  request(db: Db, subject: RenderSubject, priority: RenderPriority): Promise<void>
  /** The same for several at once, each named once. */
  requestAll(db: Db, subjects: readonly RenderSubject[], priority: RenderPriority): Promise<void>
  /**
   * Asks for new pictures of something that has not changed, and begins at once.
   *
   * @throws Refused `failed` when no renderer takes the request.
   */
  requestNow(subject: RenderSubject, priority: RenderPriority): Promise<void>
  /** Something was asked for: begin at once. */
  wake(): void
  /** Lets nothing more begin, and gives up what has begun: it is begun again at the next start. */
  close(): Promise<void>
}

/** What makes the pictures: threads of our own, or another service. */
export interface Renderer {
  /** How many requests it takes at once. */
  lanes: number
  /** Another one whenever what it draws looks otherwise: what was drawn by an earlier one is drawn again. */
  edition: number
  /** Carrying out is only handing over, which whoever asked can wait for. */
  handsOver: boolean
  /** Until when a request is its own: after that it is taken for lost. In milliseconds. */
  leaseMs: number
  /**
   * Carries out a request. It is settled when its pictures are placed.
   *
   * @throws CannotDraw for what never succeeds; anything else is tried again, for a day.
   */
  carryOut(render: RenderRow): Promise<void>
  close(): Promise<void>
}

/** How often is looked for what no hint told of: what is to be tried again, and what others were lost with. */
const lookEveryMs = 2_000

export function createRenders(
  { db, now, log }: { db: Db; now: Clock; log: Logger },
  renderer: Renderer,
): Renders {
  const underWay = new Set<Promise<void>>()
  let closing = false

  const fail = async (render: RenderRow, error: Error): Promise<void> => {
    const { subject, attempts } = render
    const at = now()
    // Its thread was ended with everything else: the next start begins it anew.
    if (closing) return settleAttempt(db, render, { state: 'waiting', due: at })
    const reason = error.message
    const final = error instanceof CannotDraw || attempts >= maxAttempts
    log.warn({ subject, attempts, final, reason }, 'a render failed')
    await settleAttempt(
      db,
      render,
      final
        ? { state: 'failed', reason, finished: at }
        : { state: 'waiting', reason, due: at + retryDelayMs(attempts) },
    )
  }

  /** Settles what was begun and not heard of in time. What may have crashed its process each time is not tried for a day. */
  const lose = async (render: RenderRow): Promise<void> => {
    const { subject, attempts, losses } = render
    const seconds = renderer.leaseMs / 1_000
    if (renderer.handsOver) return fail(render, new Error(`No pictures came within ${seconds} s`))
    const at = now()
    const final = losses + 1 >= maxLosses
    const reason = `It was begun ${losses + 1} times, and no pictures came`
    log.warn({ subject, attempts, final, reason }, 'a render was lost')
    const outcome = final
      ? ({ state: 'failed', finished: at } as const)
      : ({ state: 'waiting', due: at } as const)
    await settleAttempt(db, render, { ...outcome, reason, losses: losses + 1 })
  }

  /** Takes a request that is due; undefined when somebody else was quicker, or it was lost. */
  const begin = async (due: RenderRow): Promise<RenderRow | undefined> => {
    if (due.state === 'drawing') {
      await lose(due)
      return undefined
    }
    if (!(await beginRender(db, due, now() + renderer.leaseMs))) return undefined
    return { ...due, state: 'drawing', attempts: due.attempts + 1 }
  }

  const job: Job = startJob(
    'hand out renders',
    lookEveryMs,
    async () => {
      while (!closing && underWay.size < renderer.lanes) {
        const due = await findDueRenders(db, now(), renderer.lanes - underWay.size)
        if (due.length === 0) return
        for (const render of due) {
          const begun = await begin(render)
          if (!begun) continue
          const work = renderer
            .carryOut(begun)
            .catch((error: Error) => fail(begun, error))
            .catch((error: Error) => log.error({ error: error.message }, 'a render could not be settled'))
            .finally(() => {
              underWay.delete(work)
              job.runNow()
            })
          underWay.add(work)
        }
      }
    },
    log,
  )

  const requestAll: Renders['requestAll'] = (db, subjects, priority) =>
    insertRenders(
      db,
      subjects.map((subject) => ({ subject, renderId: newRenderId() })),
      { priority, edition: renderer.edition, now: now() },
    )
  const request: Renders['request'] = (db, subject, priority) => requestAll(db, [subject], priority)

  return {
    request,
    requestAll,
    async requestNow(subject, priority) {
      await request(db, subject, priority)
      if (!renderer.handsOver) return job.runNow()
      const requested = await findRender(db, subject)
      const begun = requested && (await begin(requested))
      if (!begun) return
      try {
        await renderer.carryOut(begun)
      } catch (error) {
        await fail(begun, error as Error)
        throw new Refused('failed', 'Failed to request render')
      }
    },
    wake: () => job.runNow(),
    async close() {
      closing = true
      await job.stop()
      await renderer.close()
      await Promise.all(underWay)
    },
  }
}
