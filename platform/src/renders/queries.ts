import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { RenderPriority, RenderState, RenderSubject } from './rules.ts'
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
