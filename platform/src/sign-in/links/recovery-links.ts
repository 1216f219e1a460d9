import { type Clock, day } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newLinkToken, sha256 } from '../../foundation/ids.ts'
import { recoveryLifetime } from './rules.ts'

/**
 * Adds a recovery link to an account. Only the hash of its token is stored.
 *
 * @param email the address that it is mailed to; null: staff give it to the owner.
 */
export async function addRecoveryLink(
  db: Db,
  { userId, email }: { userId: string; email: string | null },
  now: number,
): Promise<{ token: string; expires: number }> {
  const token = newLinkToken()
  const expires = now + recoveryLifetime
  await db
    .insertInto('recovery_links')
    .values({ token_hash: sha256(token), user_id: userId, created: now, expires, ended: null, email })
    .execute()
  return { token, expires }
}

export const findRecoveryLink = (db: Db, token: string) =>
  db
    .selectFrom('recovery_links')
    .innerJoin('users', 'users.id', 'recovery_links.user_id')
    .select([
      'token_hash',
      'user_id',
      'expires',
      'ended',
      'username',
      'recovery_links.email as mailedTo',
      'verified_email_key',
    ])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()

/** Counts the links added to an account within the lifetime of one. */
export async function countRecentLinks(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created', '>', now - recoveryLifetime)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Uses up an open link. Returns false if it was used up or has expired. */
export async function spendRecoveryLink(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_links')
    .set({ ended: now })
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .where('expires', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Expired links are kept this long, so that their page can say that they have expired. */
const retention = 7 * day

export async function removeOldRecoveryLinks({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('recovery_links')
    .where('expires', '<=', now() - retention)
    .execute()
}
