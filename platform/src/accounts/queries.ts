import type { Db } from '../database.ts'
import { usernameKey } from './rules.ts'

export const countUsers = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the instance has been set up. */
export const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('first_account').select('id').executeTakeFirst()) !== undefined

/** In any letter case. */
export const findUserByName = (db: Db, username: string) =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst()

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Of these sessions, by their hashes, those that have not ended. */
export const listLiveSessions = async (
  db: Db,
  tokenHashes: readonly string[],
  now: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('expires', '>', now)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

export const findSession = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'users.id').on('action.ended', 'is', null),
    )
    .select([
      'users.id',
      'users.username',
      'users.permission_level as permissionLevel',
      'users.theme',
      'sessions.expires',
      'action.type',
      'action.reason',
      'action.created as since',
      'action.expires as until',
      'action.number',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/**
 * Holds the row of the user until the transaction ends, and answers it: whoever changes the same user waits. Either
 * database locks a row that is written, even when what is written is what was there.
 */
export const lockUser = (db: Db, id: string) =>
  db
    .updateTable('users')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .returning(['id', 'username', 'permission_level as permissionLevel'])
    .executeTakeFirst()
