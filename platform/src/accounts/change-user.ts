import type { Insertable } from 'kysely'
import type { Db } from '../foundation/database.ts'
import type { AccountTables } from './tables.ts'

type Users = AccountTables['users']

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
