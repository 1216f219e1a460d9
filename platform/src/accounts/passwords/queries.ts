import type { Db } from '../../database.ts'

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
