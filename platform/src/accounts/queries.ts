import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { Refused } from '../foundation/errors.ts'
import { mailboxKey } from '../foundation/mailbox.ts'
import { permissionLevel, usernameKey, usernameLook, usernamePattern } from './rules.ts'

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

/** Whether a username looks like that of another account of level 3 or higher. */
export async function looksLikeStaff(db: Db, username: string): Promise<boolean> {
  const staff = await db
    .selectFrom('users')
    .select('username')
    .where(isAboveUserLevel)
    .where('permission_level', '>=', sql.lit(permissionLevel.catalogManager))
    .execute()
  const look = usernameLook(username)
  return staff.some((other) => usernameLook(other.username) === look)
}

/** Returns the id of the account with this name, in any letter case, or `''`, which no account has. */
export async function findUserId(db: Db, username: string): Promise<string> {
  const user = usernamePattern.test(username) ? await findUserByName(db, username) : undefined
  return user?.id ?? ''
}

/**
 * Returns the account with this name, in any letter case.
 *
 * @throws Refused `missing`
 */
export async function requireUser(db: Db, username: string) {
  const user = usernamePattern.test(username) ? await findUserByName(db, username) : undefined
  if (!user) throw new Refused('missing', 'User not found')
  return user
}

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** SQL condition: the account is of staff or verified. Worded as the partial index is, or SQLite would not use it. */
export const isAboveUserLevel = sql<boolean>`permission_level > ${sql.lit(permissionLevel.user)}`

/**
 * Counts the other administrators. Locks the set of administrators until the transaction ends, so that concurrent
 * changes of levels come one after the other.
 */
export async function countOtherAdministrators(db: Db, userId: string): Promise<number> {
  await db
    .updateTable('first_account')
    .set(({ ref }) => ({ id: ref('id') }))
    .execute()
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isAboveUserLevel)
    .where('permission_level', '=', permissionLevel.administrator)
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const setPermissionLevel = (db: Db, userId: string, level: number) =>
  db.updateTable('users').set({ permission_level: level }).where('id', '=', userId).execute()

/** Sets the name of the account's small head shot. Null: there is none. */
export const setPortrait = (db: Db, userId: string, portrait: string | null) =>
  db.updateTable('users').set({ portrait }).where('id', '=', userId).execute()

export const removePortraits = (db: Db, userIds: readonly string[]) =>
  db
    .updateTable('users')
    .set({ portrait: null })
    .where('id', 'in', userIds)
    .where('portrait', 'is not', null)
    .execute()

/** Holds the row of the user until the transaction ends, and answers it: whoever changes the same user waits. */
export const lockUser = async (db: Db, id: string) => (await lockUsers(db, [id]))[0]

/**
 * The same for several, in the order of their ids, so that nobody waits for each other. SQLite has one writer, which one becomes
 * by writing, if only what was there; PostgreSQL locks rows without.
 */
export function lockUsers(db: Db, ids: readonly string[]) {
  const columns = ['id', 'username', 'permission_level as permissionLevel'] as const
  return isPostgres(db)
    ? db.selectFrom('users').select(columns).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
    : db
        .updateTable('users')
        .set(({ ref }) => ({ created: ref('created') }))
        .where('id', 'in', ids)
        .returning(columns)
        .execute()
}

/** By any way of writing the address that counts as the same. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email_key', '=', mailboxKey(email)).executeTakeFirst()
