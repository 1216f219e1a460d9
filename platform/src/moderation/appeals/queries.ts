import { keysetPage } from '@baseplate/storage/database/keyset'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { isOpenToAppeal } from '../../accounts/door.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { type AppealDecision, type AppealedType, appealOrder } from '../appeal-rules.ts'
import type { AppealTables } from './tables.ts'

type AppealRow = Selectable<AppealTables['appeals']>

/** The decision that an appeal is against. */
type AppealKey = Pick<AppealRow, 'subject_type' | 'subject_id' | 'number'>

/** Adds an appeal, and returns whether it was added. A decision can be appealed once. */
export async function insertAppeal(
  db: Db,
  appeal: AppealKey & Pick<Insertable<AppealTables['appeals']>, 'author_id' | 'created' | 'text'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('appeals')
    .values({ ...appeal, decided: null, decision: null, decided_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export const findAppeal = (db: Db, { subject_type, subject_id, number }: AppealKey) =>
  db
    .selectFrom('appeals')
    .select(['created', 'text', 'decided', 'decision', 'answer'])
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Records the decision on an appeal, and returns whether the appeal was undecided. */
export async function settleAppeal(
  db: Db,
  { subject_type, subject_id, number }: AppealKey,
  outcome: { decided: number; decision: AppealDecision; answer: string; decided_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('appeals')
    .set(outcome)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('number', '=', number)
    .where('decided', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface PageRequest {
  decided: boolean
  after: Cursor | undefined
  limit: number
  now: number
}

/** Lists appeals of one type, with the decisions that they are against. */
export function listAppeals(db: Db, type: AppealedType, { decided, after, limit, now }: PageRequest) {
  const { column, direction } = appealOrder(decided)
  return appeals(db, type, { decided, now })
    .leftJoin('users as author', 'author.id', 'appeal.author_id')
    .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
    .leftJoin('users as moderator', (join) =>
      join.on('moderator.id', '=', sql<string>`coalesce(action.moderator_id, takedown.moderator_id)`),
    )
    .select([
      'appeal.subject_id as id',
      'appeal.number',
      'appeal.author_id as ownerId',
      'author.username as owner',
      'author.permission_level as ownerLevel',
      'moderator.id as moderatorId',
      'moderator.username as moderator',
      'action.type',
      'action.note',
      'action.expires',
      'takedown.created as takenDown',
      'takedown.rejected',
      'appeal.created as appealed',
      'appeal.text',
      'appeal.decided',
      'appeal.decision',
      'appeal.answer',
      'decider.username as decidedBy',
    ])
    .select(({ fn, ref }) => [
      fn.coalesce('action.reason', 'takedown.reason').as('reason'),
      fn.coalesce(ref(column), ref('appeal.created')).as('created'),
    ])
    .$call((query) =>
      keysetPage(query, [column, 'appeal.subject_id'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}

export type ListedAppeal = Awaited<ReturnType<typeof listAppeals>>[number]

export async function countOpenAppeals(db: Db, type: AppealedType, now: number): Promise<number> {
  const { count } = await appeals(db, type, { decided: false, now })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An appeal is open while its decision is in force, and against a warning also after the user has read it. */
const appeals = (db: Db, type: AppealedType, { decided, now }: { decided: boolean; now: number }) =>
  db
    .selectFrom('appeals as appeal')
    .leftJoin('moderation_actions as action', (join) =>
      join
        .on('appeal.subject_type', '=', sql.lit<AppealedType>('user'))
        .onRef('action.user_id', '=', 'appeal.subject_id')
        .onRef('action.number', '=', 'appeal.number'),
    )
    .leftJoin('takedowns as takedown', (join) =>
      join
        .onRef('takedown.content_type', '=', 'appeal.subject_type')
        .onRef('takedown.content_id', '=', 'appeal.subject_id')
        .onRef('takedown.number', '=', 'appeal.number'),
    )
    .where('appeal.subject_type', '=', type)
    .where('appeal.decided', decided ? 'is not' : 'is', null)
    .$if(!decided, (query) =>
      query.where(
        type === 'user'
          ? isOpenToAppeal('action', now)
          : sql<SqlBool>`takedown.number is not null and takedown.ended is null`,
      ),
    )
