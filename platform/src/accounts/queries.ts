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

export const findSession = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.permission_level as permissionLevel',
      'users.theme',
      'sessions.expires',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
