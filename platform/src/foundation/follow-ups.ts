import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { followUpPriority, SharedTables } from './tables.ts'

export type FollowUpRow = Selectable<SharedTables['follow_ups']>

type FollowUpPriority = (typeof followUpPriority)[keyof typeof followUpPriority]

/** Enqueues a step. A step that is already under way starts over. */
export const enqueueFollowUp = (
  db: Db,
  step: { subject: string; step: string; priority: FollowUpPriority },
) =>
  db
    .insertInto('follow_ups')
    .values({ ...step, position: '' })
    .onConflict((conflict) => conflict.columns(['subject', 'step']).doUpdateSet({ position: '' }))
    .execute()

/** Lists pending steps, the most urgent first. */
export const listFollowUps = (db: Db, limit: number): Promise<FollowUpRow[]> =>
  db
    .selectFrom('follow_ups')
    .selectAll()
    .orderBy('priority')
    .orderBy('subject')
    .orderBy('step')
    .limit(limit)
    .execute()

export const listFollowUpsOf = (db: Db, subject: string): Promise<FollowUpRow[]> =>
  db.selectFrom('follow_ups').selectAll().where('subject', '=', subject).orderBy('step').execute()

/** Stores how far a step has come, unless its position has gone back to the start meanwhile. */
export const advanceFollowUp = (db: Db, { subject, step, position }: FollowUpRow, to: string) =>
  db
    .updateTable('follow_ups')
    .set({ position: to })
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()

/** Removes a finished step, unless its position has gone back to the start meanwhile. */
export const finishFollowUp = (db: Db, { subject, step, position }: FollowUpRow) =>
  db
    .deleteFrom('follow_ups')
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()
