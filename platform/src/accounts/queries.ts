import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { mailboxKey } from '../foundation/mailbox.ts'
import { isDeleted } from './deletion/queries.ts'
import { type Actor, permissionLevel, usernameKey, usernamePattern, usernameSkeleton } from './rules.ts'

export const countUsers = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether the instance has been set up. */
export const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('first_account').select('id').executeTakeFirst()) !== undefined

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Finds an account by its name in any letter case. */
export const findUserByName = (db: Db, username: string) =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst()

/** Finds an account by any spelling of its e-mail address that names the same mailbox. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email_key', '=', mailboxKey(email)).executeTakeFirst()

/** Finds a row by the key of a username. Does not query the database for names that no account can have. */
const findByUsername = async <Found>(username: string, find: (key: string) => Promise<Found | undefined>) =>
  usernamePattern.test(username) ? find(usernameKey(username)) : undefined

/**
 * Returns the row that `find` returns for the key of a username.
 *
 * @throws Refused `missing`
 */
export async function requireByUsername<Found>(
  username: string,
  find: (key: string) => Promise<Found | undefined>,
): Promise<Found> {
  const found = await findByUsername(username, find)
  if (found === undefined) throw noSuchUser()
  return found
}

export const noSuchUser = () => new Refused('accounts.not_found')

/**
 * Returns the account with this name, in any letter case.
 *
 * @throws Refused `missing`, also if its owner has deleted it.
 */
export const requireUser = (db: Db, username: string) =>
  requireByUsername(username, (key) =>
    db
      .selectFrom('users')
      .selectAll()
      .where('username_key', '=', key)
      .where(sql<boolean>`not ${isDeleted('users.id')}`)
      .executeTakeFirst(),
  )

/**
 * Returns the account of an actor.
 *
 * @throws Refused `unauthenticated` if the account is erased.
 */
export async function requireOwnAccount(db: Db, actor: Actor) {
  const user = await findUser(db, actor.id)
  if (!user) throw new Refused('accounts.gone')
  return user
}

/** Returns the id of the account with this name, in any letter case, or `''`, which no account has. */
export const findUserId = async (db: Db, username: string): Promise<string> =>
  (await findByUsername(username, () => findUserByName(db, username)))?.id ?? ''

/** SQL condition: the level of the account is above `user`. A query must repeat it exactly to use the partial index. */
export const isAboveUserLevel = sql<boolean>`permission_level > ${sql.lit(permissionLevel.user)}`

/** Returns whether a username is easily mistaken for that of another account of level 3 or higher. */
export async function looksLikeStaff(db: Db, username: string, ownId = ''): Promise<boolean> {
  const staff = await db
    .selectFrom('users')
    .select('username')
    .where(isAboveUserLevel)
    .where('permission_level', '>=', sql.lit(permissionLevel.catalogManager))
    .where('id', '!=', ownId)
    .execute()
  const skeleton = usernameSkeleton(username)
  return staff.some((other) => usernameSkeleton(other.username) === skeleton)
}

/**
 * Counts the other administrators, without deleted accounts. Locks the set of administrators until the transaction ends, so that
 * concurrent changes of levels come one after the other.
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
    .where(sql<boolean>`not ${isDeleted('users.id')}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks the user's row until the transaction ends and returns it, so that changes to one user come one after the other. */
export const lockUser = async (db: Db, id: string) => (await lockUsers(db, [id]))[0]

/**
 * Locks the rows of several users, in the order of their ids so that transactions cannot deadlock. SQLite has no row locks:
 * there a transaction becomes the only writer by writing a column's own value.
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

type Users = Database['users']

/** Adds an account, in the transaction that creates it. */
export const insertUser = (trx: Db, user: Insertable<Users>) => trx.insertInto('users').values(user).execute()

/** Records the first account. One of two that are created at once fails. */
export const recordFirstAccount = (trx: Db, userId: string) =>
  trx.insertInto('first_account').values({ id: 1, user_id: userId }).execute()

/** Columns that signing in and its settings change. */
type Changed = Partial<
  Pick<
    Insertable<Users>,
    'email' | 'email_key' | 'verified_email_key' | 'password_hash' | 'factors' | 'permission_level'
  >
>

/** Changes columns of an account, and locks its row until the transaction ends. */
export const changeUser = (trx: Db, userId: string, to: Changed) =>
  trx.updateTable('users').set(to).where('id', '=', userId).execute()

/** An account and the password hash that was read with it. */
export interface KnownPassword {
  id: string
  password_hash: string
}

/**
 * Locks the account's row until the transaction ends. Returns false if the password is no longer the one that was read.
 * Writing the hash over itself takes the lock on either database.
 */
export const lockIfPasswordUnchanged = (db: Db, user: KnownPassword): Promise<boolean> =>
  replacePassword(db, user, user.password_hash)

/** Replaces the password. Returns false if it is no longer the one that was read. */
export async function replacePassword(db: Db, user: KnownPassword, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Confirms the address of an account if it still has this `mailboxKey`. */
export const confirmMailbox = (trx: Db, userId: string, key: string) =>
  trx
    .updateTable('users')
    .set(({ ref }) => ({ verified_email_key: ref('email_key') }))
    .where('id', '=', userId)
    .where('email_key', '=', key)
    .execute()

/** Removes the address of an account if it has this `mailboxKey` and is not confirmed. Returns whether it was removed. */
export async function withdrawUnconfirmedEmail(trx: Db, userId: string, key: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email: null, email_key: null })
    .where('id', '=', userId)
    .where('email_key', '=', key)
    .where((eb) => eb.or([eb('verified_email_key', 'is', null), eb('verified_email_key', '!=', key)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
