import {
  changeUser,
  findUser,
  findUserByEmail,
  lockUsers,
  type Tell,
  withdrawUnconfirmedEmail,
} from '../../accounts/door.ts'
import { confirmedAddress } from '../../accounts/emails/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { endEmailLinks, endRecoveryLinks } from '../links/queries.ts'

/**
 * Restores the address of an account whose owner has just used a link in that mailbox. Another account that has the address
 * unconfirmed loses it, with the links that were mailed to it. If the other account has confirmed it, this account is left without
 * an address, rather than with a thief's. Locks both rows. Notifies the other account of its loss, and the mailbox that this
 * account gives up.
 */
export async function restoreAddress(
  trx: Db,
  { userId, email }: { userId: string; email: string },
  { now, tell }: { now: number; tell: Tell },
): Promise<void> {
  const key = mailboxKey(email)
  const holder = await findUserByEmail(trx, email)
  await lockUsers(trx, [...new Set([userId, holder?.id ?? userId])])
  if (holder && holder.id !== userId) {
    if (await withdrawUnconfirmedEmail(trx, holder.id, key)) {
      // They were mailed to the address that the account has lost.
      await endRecoveryLinks(trx, holder.id, now)
      await endEmailLinks(trx, holder.id, now)
      tell({ event: 'email_withdrawn', values: {} }, { userId: holder.id })
    }
  }
  const remaining = await findUserByEmail(trx, email)
  const isFree = remaining === undefined || remaining.id === userId
  const owner = await findUser(trx, userId)
  if (owner?.email && owner.email_key !== key)
    tell({ event: 'email_restored', values: {} }, { address: confirmedAddress(owner), isFinal: true })
  // The same mailbox may be spelled in another way.
  const restored = owner?.email_key === key ? owner.email : email
  await changeUser(
    trx,
    userId,
    isFree
      ? { email: restored, email_key: key, verified_email_key: key }
      : { email: null, email_key: null, verified_email_key: null },
  )
}
