import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../foundation/database.ts'
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
