import { isActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { appealOrder } from './rules.ts'

/** @returns whether it was added: against one action, somebody appeals once. */
export async function insertAppeal(
  db: Db,
  appeal: { user_id: string; number: number; created: number; text: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('appeals')
    .values({ ...appeal, decided: null, decision: null, decided_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What somebody said against one of their own actions, and what came of it. */
export const findAppeal = (db: Db, userId: string, number: number) =>
  db
    .selectFrom('appeals')
    .select(['created', 'text', 'decided', 'decision', 'answer'])
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .executeTakeFirst()

/**
 * Appeals in their order. One waits as long as what it is about is in force:
 * when that has ended, there is nothing to decide.
 */
export function listAppeals(
  db: Db,
  now: number,
  { decided, after, limit }: { decided: boolean; after: Cursor | undefined; limit: number },
) {
  const { column, direction } = appealOrder(decided)
  return appealsInForce(db, now, decided)
    .innerJoin('users', 'users.id', 'appeal.user_id')
    .leftJoin('users as moderator', 'moderator.id', 'action.moderator_id')
    .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
    .select([
      'users.id',
      'users.username',
      'users.permission_level as permissionLevel',
      'action.number',
      'action.type',
      'action.reason',
      'action.note',
      'action.expires',
      'action.moderator_id',
      'moderator.username as moderator',
      'appeal.created as appealed',
      'appeal.text',
      'appeal.decided',
      'appeal.decision',
      'appeal.answer',
      'decider.username as decidedBy',
    ])
    .select(({ fn, ref }) => fn.coalesce(ref(column), ref('appeal.created')).as('created'))
    .$call((query) =>
      keysetPage(query, [column, 'appeal.user_id'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}

export async function countOpenAppeals(db: Db, now: number): Promise<number> {
  const { count } = await appealsInForce(db, now, false)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const appealsInForce = (db: Db, now: number, decided: boolean) =>
  db
    .selectFrom('appeals as appeal')
    .innerJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'appeal.user_id').onRef('action.number', '=', 'appeal.number'),
    )
    .where('appeal.decided', decided ? 'is not' : 'is', null)
    .$if(!decided, (query) => query.where(isActionInForce('action', now)))
