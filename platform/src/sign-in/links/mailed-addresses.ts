import { findUserByEmail } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'

/** Fields of an account that identify the mail to it. */
interface Mailed {
  id: string
  email: string | null
}

/**
 * Lists the addresses to which mail for an account may be waiting: its own, and each address that a link was mailed to. Leaves out
 * addresses that belong to other accounts now.
 */
export async function listMailedAddresses(db: Db, { id, email }: Mailed): Promise<string[]> {
  const links = await db
    .selectFrom('security_links')
    .select('email')
    .where('user_id', '=', id)
    .union(db.selectFrom('email_links').select('email').where('user_id', '=', id))
    .execute()
  const mailed: string[] = []
  for (const address of new Set([email, ...links.map((link) => link.email)])) {
    const holder = address === null ? undefined : await findUserByEmail(db, address)
    if (address !== null && (holder === undefined || holder.id === id)) mailed.push(address)
  }
  return mailed
}
