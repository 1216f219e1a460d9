import type { Db } from '../../database.ts'
import { newRecoveryToken, sha256 } from '../../foundation/ids.ts'
import { recoveryLifetime } from '../rules.ts'

/** Notes a new recovery link of an account: its token, of which only the hash is stored, and until when it works. */
export async function addRecoveryLink(
  db: Db,
  userId: string,
  now: number,
): Promise<{ token: string; expires: number }> {
  const token = newRecoveryToken()
  const expires = now + recoveryLifetime
  await db
    .insertInto('recovery_links')
    .values({ token_hash: sha256(token), user_id: userId, created: now, expires, ended: null })
    .execute()
  return { token, expires }
}

/** None of the links that the account was sent works any more. */
export const endRecoveryLinks = (db: Db, userId: string, now: number) =>
  db
    .updateTable('recovery_links')
    .set({ ended: now })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()
