import { type Clock, day } from '@baseplate/service/clock'
import type { SecurityNotice } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { newLinkToken, sha256 } from '../../foundation/ids.ts'
import { securityLinkLifetime } from './rules.ts'

/** Adds a link to an account, for a mail about an event to an address. Returns the token, of which only the hash is stored. */
export async function addSecurityLink(
  trx: Db,
  link: { userId: string; email: string; event: SecurityNotice['event'] },
  now: number,
): Promise<string> {
  const token = newLinkToken()
  await trx
    .insertInto('security_links')
    .values({
      token_hash: sha256(token),
      user_id: link.userId,
      email: link.email,
      event: link.event,
      created: now,
      expires: now + securityLinkLifetime,
      ended: null,
    })
    .execute()
  return token
}

export const findSecurityLink = (db: Db, token: string) =>
  db
    .selectFrom('security_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select([
      'link.token_hash',
      'link.user_id',
      'link.email',
      'link.event',
      'link.created',
      'link.expires',
      'link.ended',
      'users.username',
      'users.language',
    ])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()

export type SecurityLink = NonNullable<Awaited<ReturnType<typeof findSecurityLink>>>

/**
 * Uses up an open link, and ends the newer ones. A thief who has changed the address gets such links as well. Returns
 * false if the link is no longer open.
 */
export async function spendSecurityLink(trx: Db, link: SecurityLink, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('security_links')
    .set({ ended: now })
    .where('token_hash', '=', link.token_hash)
    .where('ended', 'is', null)
    .where('expires', '>', now)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('security_links')
    .set({ ended: now })
    .where('user_id', '=', link.user_id)
    .where('created', '>=', link.created)
    .where('ended', 'is', null)
    .execute()
  return numUpdatedRows > 0n
}

/** Expired links are kept this long, so that their page can say that they have expired. */
const retention = 30 * day

export async function removeOldSecurityLinks({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('security_links')
    .where('expires', '<=', now() - retention)
    .execute()
}
