import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import {
  assetSubject,
  type RenderPriority,
  type RenderState,
  type RenderSubject,
  subjectOf,
  userSubject,
} from './rules.ts'
import type { RenderTables } from './tables.ts'

export type RenderRow = Selectable<RenderTables['renders']>

/** What was waiting keeps its place in the queue, and its priority if that was higher. */
export async function insertRender(
  db: Db,
  request: { subject: RenderSubject; renderId: string; priority: RenderPriority; now: number },
): Promise<void> {
  const { subject, renderId, priority, now } = request
  await db
    .insertInto('renders')
    .values({
      subject,
      render_id: renderId,
      state: 'waiting',
      priority,
      attempts: 0,
      requested: now,
      due: now,
      finished: null,
      reason: null,
    })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => {
        const waiting = eb('renders.state', '=', 'waiting')
        const sooner = eb.and([waiting, eb('renders.priority', '<', priority)])
        return {
          render_id: renderId,
          state: 'waiting',
          priority: eb.case().when(sooner).then(eb.ref('renders.priority')).else(priority).end(),
          attempts: 0,
          requested: eb.case().when(waiting).then(eb.ref('renders.requested')).else(now).end(),
          due: now,
          finished: null,
          reason: null,
        }
      }),
    )
    .execute()
}

/** The last request for a subject's pictures. */
export const findRender = (db: Db, subject: RenderSubject): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('subject', '=', subject).executeTakeFirst()

export const findRenderById = (db: Db, renderId: string): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirst()

/** What may be begun now, the first of the queue first: also what a renderer has begun and was lost with. */
export async function findDueRenders(db: Db, now: number, limit: number): Promise<RenderRow[]> {
  const inState = (state: RenderState) =>
    db
      .selectFrom('renders')
      .selectAll()
      .where('state', '=', state)
      .where('due', '<=', now)
      .orderBy('priority')
      .orderBy('requested')
      .limit(limit)
      .execute()
  const found = [...(await inState('waiting')), ...(await inState('drawing'))]
  return found
    .sort((one, other) => one.priority - other.priority || one.requested - other.requested)
    .slice(0, limit)
}

/** Takes a request for drawing; false when somebody else was quicker, or it is another one by now. */
export async function beginRender(
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

/** Sets what became of a request; false when it is another one by now, or is done. */
export async function settleRender(
  db: Db,
  renderId: string,
  outcome: Partial<Pick<RenderRow, 'due' | 'finished' | 'reason'>> & Pick<RenderRow, 'state'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set(outcome)
    .where('render_id', '=', renderId)
    .where('state', '!=', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many are in each state that somebody may have to look at. */
export async function countRenders(db: Db): Promise<{ waiting: number; drawing: number; failed: number }> {
  const counts = { waiting: 0, drawing: 0, failed: 0 }
  for (const state of ['waiting', 'drawing', 'failed'] as const) {
    const row = await db
      .selectFrom('renders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    counts[state] = Number(row.count)
  }
  return counts
}

/** What is being drawn, then what waits, the first first. */
export async function listQueuedRenders(db: Db, limit: number): Promise<RenderRow[]> {
  const inState = (state: RenderState) =>
    db
      .selectFrom('renders')
      .selectAll()
      .where('state', '=', state)
      .orderBy('priority')
      .orderBy('requested')
      .limit(limit)
      .execute()
  return [...(await inState('drawing')), ...(await inState('waiting'))].slice(0, limit)
}

/** The last first. */
export const listFailedRenders = (db: Db, limit: number): Promise<RenderRow[]> =>
  db
    .selectFrom('renders')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('finished', 'desc')
    .orderBy('subject')
    .limit(limit)
    .execute()

/** What users and assets are called, by subject; those that are gone are not in it. */
export async function findSubjectNames(
  db: Db,
  subjects: readonly RenderSubject[],
): Promise<Map<RenderSubject, string>> {
  const of = subjects.map(subjectOf)
  const userIds = of.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const assetIds = of.flatMap(({ assetId }) => (assetId === undefined ? [] : [assetId]))
  const users = userIds.length
    ? await db.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds).execute()
    : []
  const assets = assetIds.length
    ? await db.selectFrom('assets').select(['id', 'name']).where('id', 'in', assetIds).execute()
    : []
  return new Map([
    ...users.map(({ id, username }) => [userSubject(id), username] as const),
    ...assets.map(({ id, name }) => [assetSubject(id), name] as const),
  ])
}
