import { isPostgres } from '@baseplate/storage/database/dialect'
import { isDue } from '@baseplate/storage/database/is-due'
import type { Selectable } from 'kysely'
import type { Db } from '../foundation/database.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import {
  maxRetryDelayMs,
  previewHashLength,
  previewName,
  type RenderPriority,
  type RenderState,
  type RenderSubject,
} from './rules.ts'
import type { RenderTables } from './tables.ts'

export type RenderRow = Selectable<RenderTables['renders']>

/**
 * Enqueues one request for each subject, in place of its last one. A request that was still waiting keeps its position in the
 * queue, and its priority if that was higher.
 */
export async function insertRenders(
  db: Db,
  requests: readonly { subject: RenderSubject; renderId: string }[],
  { priority, edition, now }: { priority: RenderPriority; edition: number; now: number },
): Promise<void> {
  await db
    .insertInto('renders')
    .values(
      requests.map(({ subject, renderId }) => ({
        subject,
        render_id: renderId,
        state: 'waiting' as const,
        priority,
        edition,
        attempts: 0,
        requested: now,
        due: now,
        finished: null,
        reason: null,
        omitted: null,
        losses: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => {
        const waiting = eb('renders.state', '=', 'waiting')
        const sooner = eb.and([waiting, eb('renders.priority', '<', priority)])
        return {
          render_id: eb.ref('excluded.render_id'),
          state: 'waiting',
          priority: eb.case().when(sooner).then(eb.ref('renders.priority')).else(priority).end(),
          edition,
          attempts: 0,
          requested: eb.case().when(waiting).then(eb.ref('renders.requested')).else(now).end(),
          due: now,
          finished: null,
          reason: null,
          omitted: null,
          losses: 0,
        }
      }),
    )
    .execute()
}

/** Finds the last request for a subject's pictures. */
export const findRender = (db: Db, subject: RenderSubject): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('subject', '=', subject).executeTakeFirst()

/** Whether new pictures of a subject are on their way. */
export async function isRendering(db: Db, subject: RenderSubject): Promise<boolean> {
  const state = (await findRender(db, subject))?.state
  return state === 'waiting' || state === 'drawing'
}

export const findRenderById = (db: Db, renderId: string): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirst()

/**
 * Lists the first requests of the queue that are due, including requests whose lease has expired. In a transaction on PostgreSQL,
 * other processes skip these.
 */
export async function findDueRenders(db: Db, now: number, limit: number): Promise<RenderRow[]> {
  const inState = (state: RenderState) =>
    db
      .selectFrom('renders')
      .selectAll()
      .where('state', '=', state)
      .where(({ ref }) => isDue(ref('due'), { now, longestMs: maxRetryDelayMs }))
      .orderBy('priority')
      .orderBy('requested')
      .limit(limit)
      .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
      .execute()
  const found = [...(await inState('waiting')), ...(await inState('drawing'))]
  return found
    .sort((one, other) => one.priority - other.priority || one.requested - other.requested)
    .slice(0, limit)
}

/**
 * Leases a request to this process.
 *
 * @returns false when another process was faster, or a later request has replaced it.
 */
export async function leaseRender(
  db: Db,
  { subject, render_id, due }: Pick<RenderRow, 'subject' | 'render_id' | 'due'>,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set((eb) => ({ state: 'drawing', due: until, attempts: eb('attempts', '+', 1) }))
    .where('subject', '=', subject)
    .where('render_id', '=', render_id)
    .where('due', '=', due)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews the leases of attempts in progress. An expired lease stays lost, because another process may be taking over. */
export async function renewLeases(
  db: Db,
  attempts: readonly Pick<RenderRow, 'render_id' | 'attempts'>[],
  { now, until }: { now: number; until: number },
): Promise<void> {
  await db
    .updateTable('renders')
    .set({ due: until })
    .where('state', '=', 'drawing')
    .where('due', '>', now)
    .where(({ or, and, eb }) =>
      or(
        attempts.map((attempt) =>
          and([eb('render_id', '=', attempt.render_id), eb('attempts', '=', attempt.attempts)]),
        ),
      ),
    )
    .execute()
}

type RenderOutcome = Partial<Pick<RenderRow, 'due' | 'finished' | 'reason' | 'omitted' | 'losses'>> &
  Pick<RenderRow, 'state'>

/** Records the outcome of one attempt, unless a later attempt has started or the request is settled. */
export async function settleAttempt(
  db: Db,
  { render_id, attempts }: Pick<RenderRow, 'render_id' | 'attempts'>,
  outcome: RenderOutcome,
): Promise<void> {
  await db
    .updateTable('renders')
    .set(outcome)
    .where('render_id', '=', render_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'drawing')
    .execute()
}

/** Records the outcome of a request. Returns false when it is done already, or a later request has replaced it. */
export async function settleRender(db: Db, renderId: string, outcome: RenderOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set(outcome)
    .where('render_id', '=', renderId)
    .where('state', '!=', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Re-enqueues a subject's last request if it is done or being drawn. A waiting one is drawn anyway. */
export const repeatRender = (
  db: Db,
  subject: RenderSubject,
  { renderId, now }: { renderId: string; now: number },
) =>
  db
    .updateTable('renders')
    .set({
      render_id: renderId,
      state: 'waiting',
      due: now,
      attempts: 0,
      losses: 0,
      finished: null,
      reason: null,
      omitted: null,
    })
    .where('subject', '=', subject)
    .where('state', 'in', ['drawing', 'done'])
    .execute()

/** Counts renders whose pictures leave out a broken item. */
export async function countIncomplete(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('renders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('omitted', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countWaiting(db: Db, priority: RenderPriority): Promise<number> {
  const { count } = await db
    .selectFrom('renders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('priority', '=', priority)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Names a subject's preview after the hash of its file. */
export async function setPreview(db: Db, subject: RenderSubject, sha256: string): Promise<void> {
  const name = sha256.slice(0, previewHashLength)
  await db
    .insertInto('previews')
    .values({ subject, name })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ name }))
    .execute()
}

/** Withdraws previews, so that lists show none of these subjects until they are drawn again. */
export async function deletePreviews(db: Db, subjects: readonly RenderSubject[]): Promise<void> {
  if (subjects.length === 0) return
  await db.deleteFrom('previews').where('subject', 'in', subjects).execute()
}

/** Lists the files of all previews. */
export async function* previewFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const previews = inBatches((after: { subject: RenderSubject } | undefined, limit) =>
    db
      .selectFrom('previews')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('subject', '>', after?.subject ?? 'user:'))
      .orderBy('subject')
      .limit(limit)
      .execute(),
  )
  for await (const { subject, name } of previews) yield { name: previewName(subject), sha256: name }
}
