import { type Clock, day } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newLinkToken, sha256 } from '../../foundation/ids.ts'
import { type EmailPurpose, emailLinkLifetime } from './rules.ts'

/** Adds a link to an account, and ends the earlier ones. Returns the token, of which only the hash is stored. */
export async function addEmailLink(
  trx: Db,
  link: { userId: string; email: string; purpose: EmailPurpose },
  now: number,
): Promise<string> {
  await endEmailLinks(trx, link.userId, now)
  const token = newLinkToken()
  await trx
    .insertInto('email_links')
    .values({
      token_hash: sha256(token),
      user_id: link.userId,
      email: link.email,
      purpose: link.purpose,
      created: now,
      expires: now + emailLinkLifetime,
      ended: null,
    })
    .execute()
  return token
}

export const findEmailLink = (db: Db, token: string) =>
  db
    .selectFrom('email_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select([
      'link.token_hash',
      'link.user_id',
      'link.email',
      'link.purpose',
      'link.expires',
      'link.ended',
      'users.username',
      'users.verified_email_key',
    ])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()

/** Uses up an open link. Returns false if it is no longer open. */
export async function spendEmailLink(trx: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('email_links')
    .set({ ended: now })
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .where('expires', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const endLinks = (db: Db, userId: string, now: number) =>
  db.updateTable('email_links').set({ ended: now }).where('user_id', '=', userId).where('ended', 'is', null)

/** Ends all open links of an account, and with them a change of the address that is not confirmed. */
export const endEmailLinks = (trx: Db, userId: string, now: number) => endLinks(trx, userId, now).execute()

/** Ends a change of the address that is not confirmed. Links that only confirm the account's address stay open. */
export const endEmailChanges = (trx: Db, userId: string, now: number) =>
  endLinks(trx, userId, now).where('purpose', '=', 'change').execute()

/** Returns the address that waits for its confirmation, or null. */
export async function findPendingEmail(db: Db, userId: string, now: number): Promise<string | null> {
  const link = await db
    .selectFrom('email_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change')
    .where('ended', 'is', null)
    .where('expires', '>', now)
    .executeTakeFirst()
  return link?.email ?? null
}

/** Expired links are kept this long, so that their page can say that they have expired. */
const retention = 30 * day

export async function removeOldEmailLinks({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('expires', '<=', now() - retention)
    .execute()
}

/** Ends all open links of an account. */
export const endRecoveryLinks = (db: Db, userId: string, now: number) =>
  db
    .updateTable('recovery_links')
    .set({ ended: now })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()
