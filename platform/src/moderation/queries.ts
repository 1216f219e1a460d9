import { sql } from 'kysely'
import { isInForce, permissionLevel } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import { behind } from '../search/rules.ts'

/** What has not ended by anybody's doing: at most one, which may have expired. */
const findOpenAction = (db: Db, userId: string) =>
  db
    .selectFrom('moderation_actions')
    .select(['number', 'type', 'reason', 'note', 'created', 'expires', 'moderator_id'])
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .executeTakeFirst()

export async function findActionInForce(db: Db, userId: string, now: number) {
  const action = await findOpenAction(db, userId)
  return action && isInForce(action, now) ? action : undefined
}

/** Closes the open action, where there is one. One that expired before ended then, and by nobody. */
export async function closeAction(
  db: Db,
  userId: string,
  how: { ending: 'Replaced' | 'Lifted' | 'Acknowledged'; by: string },
  now: number,
): Promise<void> {
  const action = await findOpenAction(db, userId)
  if (!action) return
  const { expires } = action
  await db
    .updateTable('moderation_actions')
    .set(
      expires === null || isInForce(action, now)
        ? { ended: now, ending: how.ending, ended_by: how.by }
        : { ended: expires, ending: 'Expired', ended_by: null },
    )
    .where('user_id', '=', userId)
    .where('number', '=', action.number)
    .execute()
}

export const countActions = async (db: Db, userId: string): Promise<number> => {
  const { last } = await db
    .selectFrom('moderation_actions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** The newest first. */
export const listActionsOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('moderation_actions as action')
    .leftJoin('users as moderator', 'moderator.id', 'action.moderator_id')
    .leftJoin('users as ender', 'ender.id', 'action.ended_by')
    .leftJoin('appeals as appeal', (join) =>
      join.onRef('appeal.user_id', '=', 'action.user_id').onRef('appeal.number', '=', 'action.number'),
    )
    .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
    .select([
      'action.number',
      'action.type',
      'action.reason',
      'action.note',
      'action.created',
      'action.expires',
      'action.ended',
      'action.ending',
      'moderator.username as moderator',
      'ender.username as endedBy',
      'appeal.text as appealText',
      'appeal.decision as appealDecision',
      'appeal.answer as appealAnswer',
      'decider.username as decidedBy',
    ])
    .where('action.user_id', '=', userId)
    .orderBy('action.number', 'desc')
    .limit(limit)
    .execute()

/** Users against whom something is in force, the newest first, whose name begins with the key. */
export const listInForce = (
  db: Db,
  now: number,
  { key, after, limit }: { key: string; after: Cursor | undefined; limit: number },
) =>
  db
    .selectFrom('moderation_actions as action')
    .innerJoin('users', 'users.id', 'action.user_id')
    .leftJoin('users as moderator', 'moderator.id', 'action.moderator_id')
    .select([
      'users.id',
      'users.username',
      'users.permission_level as permissionLevel',
      'action.type',
      'action.reason',
      'action.created',
      'action.expires',
      'moderator.username as moderator',
    ])
    .where('action.ended', 'is', null)
    .where((eb) => eb.or([eb('action.expires', 'is', null), eb('action.expires', '>', now)]))
    .$if(key !== '', (query) =>
      query.where('users.username_key', '>=', key).where('users.username_key', '<', behind(key)),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('action.created', 'action.user_id'), '<', tuple(after?.created ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('action.created', 'desc')
    .orderBy('action.user_id', 'desc')
    .limit(limit)
    .execute()

/** The partial index of those above level 1 is for queries that say so to the letter. */
const isStaff = sql<boolean>`permission_level > 1`

/** Changes of who administers come one after the other: this holds them until the transaction ends. */
export async function countOtherAdministrators(db: Db, userId: string): Promise<number> {
  await db
    .updateTable('first_account')
    .set(({ ref }) => ({ id: ref('id') }))
    .execute()
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isStaff)
    .where('permission_level', '=', permissionLevel.administrator)
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'users.id').on('action.ended', 'is', null),
    )
    .select([
      'users.username',
      'users.username_key as key',
      'users.permission_level as permissionLevel',
      'users.created',
      'action.type as standing',
      'action.expires',
    ])

/** Those above level 1, the highest first. */
export const listStaff = (db: Db, limit: number) =>
  accounts(db)
    .where(isStaff)
    .orderBy('permission_level', 'desc')
    .orderBy('username_key')
    .limit(limit)
    .execute()

/** Accounts whose name begins with the key, in the order of their names, from behind one of them. */
export const listAccounts = (db: Db, key: string, after: string, limit: number) =>
  accounts(db)
    .where('username_key', '>=', key)
    .where('username_key', '<', behind(key))
    .where('username_key', '>', after)
    .orderBy('username_key')
    .limit(limit)
    .execute()

export const countSessions = async (db: Db, userId: string, now: number): Promise<number> => {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
