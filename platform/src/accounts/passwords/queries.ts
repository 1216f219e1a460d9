import type { Db } from '../../foundation/database.ts'

/** An account and the password hash that was read with it. */
export interface Account {
  id: string
  password_hash: string
}

/**
 * Locks the account's row until the transaction ends. Returns false if the password is no longer the one that was read.
 * Writing the hash over itself takes the lock on either database.
 */
export const lockIfPasswordUnchanged = (db: Db, user: Account): Promise<boolean> =>
  replacePassword(db, user, user.password_hash)

/** Replaces the password. Returns false if it is no longer the one that was read. */
export async function replacePassword(db: Db, user: Account, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
