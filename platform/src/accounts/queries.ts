import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { mailboxKey } from '../foundation/mailbox.ts'
import { permissionLevel, usernameKey, usernameLook } from './rules.ts'
import { isActionInForce } from './standing/queries.ts'
import type { StandingType } from './standing/rules.ts'

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
    // The first condition is that of the partial index, which SQLite finds only by its very words.
    .where('permission_level', '>', sql.lit(permissionLevel.user))
    .where('permission_level', '>=', sql.lit(permissionLevel.catalogManager))
    .execute()
  const look = usernameLook(username)
  return staff.some((other) => usernameLook(other.username) === look)
}

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Of these sessions, by their hashes, those that have not ended, of people in good standing. */
export const listLiveSessions = async (
  db: Db,
  tokenHashes: readonly string[],
  now: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'sessions.user_id').on(isActionInForce('action', now)),
    )
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('sessions.expires', '>', now)
    .where('action.user_id', 'is', null)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

interface SessionRow {
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  portrait: string | null
  expires: number
  last_used: number
  /** What is open against the person, which may have expired; nulls for nothing. */
  type: StandingType | null
  reason: string | null
  since: number | null
  until: number | null
  number: number | null
}

/** Written out: every request asks it, and putting it together takes longer than the answer (38 against 18 µs for both). */
export async function findSession(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select users.id, users.username, users.permission_level as "permissionLevel", users.theme, users.portrait,
      sessions.expires, sessions.last_used,
      action.type, action.reason, action.created as since, action.expires as until, action.number
    from sessions
    inner join users on users.id = sessions.user_id
    left join moderation_actions as action on action.user_id = users.id and action.ended is null
    where sessions.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

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

export interface Account {
  id: string
  password_hash: string
}

/**
 * Takes the account's row and holds it until the transaction ends, if its password is still the one that was read:
 * whoever changes the password, or signs in by it, comes before or after. Either database locks a row that is written.
 */
export const holdPassword = (db: Db, user: Account): Promise<boolean> =>
  replacePassword(db, user, user.password_hash)

/** False when the password is no longer the one that was read. */
export async function replacePassword(db: Db, user: Account, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const findRegistrationKey = (db: Db, key: string) =>
  db.selectFrom('registration_keys').selectAll().where('key', '=', key).executeTakeFirst()

/** Takes one use of the key; false when it has none to give. */
export async function spendRegistrationKey(db: Db, key: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_keys')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('key', '=', key)
    .where('uses_left', '>', 0)
    .where('disabled', '=', 0)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** None of the links that the account was sent works any more. */
export const endRecoveryLinks = (db: Db, userId: string, now: number) =>
  db
    .updateTable('recovery_links')
    .set({ ended: now })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()

/** When each of these people last used a session that has not ended. */
export const listLastSeen = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('sessions')
    .select((eb) => ['user_id', eb.fn.max('last_used').as('last_seen')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
