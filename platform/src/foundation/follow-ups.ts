import type { Selectable } from 'kysely'
import type { Db } from './database.ts'
import { randomCharacters } from './ids.ts'
import type { followUpPriority, SharedTables } from './tables.ts'

export type FollowUpRow = Selectable<SharedTables['follow_ups']>

type FollowUpPriority = (typeof followUpPriority)[keyof typeof followUpPriority]

/** Enqueues a step. A step that is already under way starts over. */
export const enqueueFollowUp = (
  db: Db,
  step: { subject: string; step: string; priority: FollowUpPriority },
) => {
  const start = { request: randomCharacters(16), position: '' }
  return db
    .insertInto('follow_ups')
    .values({ ...step, ...start })
    .onConflict((conflict) => conflict.columns(['subject', 'step']).doUpdateSet(start))
    .execute()
}

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

/** Stores how far a step has come, unless it was enqueued again meanwhile. */
export const advanceFollowUp = (db: Db, { subject, step, request }: FollowUpRow, to: string) =>
  db
    .updateTable('follow_ups')
    .set({ position: to })
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('request', '=', request)
    .execute()

/** Removes a finished step, unless it was enqueued again meanwhile. */
export const finishFollowUp = (db: Db, { subject, step, request }: FollowUpRow) =>
  db
    .deleteFrom('follow_ups')
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('request', '=', request)
    .execute()
