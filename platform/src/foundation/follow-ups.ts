import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'

export interface FollowUpTables {
  /**
   * Work that a committed change leaves for later. A row is written in the transaction of the change and deleted with the last
   * part of the work, so a crash in between repeats at most one part.
   */
  follow_ups: {
    /** `asset:<id>`, `place:<id>` or `user:<id>`. */
    subject: string
    step: string
    priority: number
    /** The last id that was worked on, for steps in several parts; empty at the start. */
    position: string
  }
}

export type FollowUpRow = Selectable<FollowUpTables['follow_ups']>

/** Lower ones come first. `urgent` steps run before the verb returns. */
export const followUpPriority = { urgent: 0, normal: 1, background: 2 } as const

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

/** Stores how far a step has come, unless it has started over meanwhile. */
export const advanceFollowUp = (db: Db, { subject, step, position }: FollowUpRow, to: string) =>
  db
    .updateTable('follow_ups')
    .set({ position: to })
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()

/** Removes a finished step, unless it has started over meanwhile. */
export const finishFollowUp = (db: Db, { subject, step, position }: FollowUpRow) =>
  db
    .deleteFrom('follow_ups')
    .where('subject', '=', subject)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()
