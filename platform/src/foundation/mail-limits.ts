import { hour } from '@baseplate/service/clock'
import { countEvents } from './count-events.ts'
import type { Db } from './database.ts'
import { sha256 } from './ids.ts'
import { mailboxKey } from './mailbox.ts'

/**
 * The kind of a mail, which decides how many of them a mailbox gets.
 *
 * - `unasked`: to an address that a user has typed and nobody has confirmed.
 * - `notice`: to a confirmed address.
 * - `recovery`: opens an account again. Each account has a limit of its own, so the other kinds must not use up these mails.
 */
export type MailKind = 'unasked' | 'notice' | 'recovery'

/** Mails that a mailbox gets per hour. Mails of a kind arrive while fewer mails of all kinds have been sent than its number. */
const mailsPerHour: Readonly<Record<MailKind, number>> = { unasked: 20, notice: 20, recovery: 25 }

/** Mails that a mailbox gets per hour from people who only typed its address, whatever accounts they use. */
const unaskedPerHour = 5

/** Counts a mail inside the caller's transaction. Returns whether the mailbox may get it. */
export async function mayGetMail(
  trx: Db,
  { to, kind }: { to: string; kind: MailKind },
  now: number,
): Promise<boolean> {
  const mailbox = sha256(sharedMailbox(to))
  const spend = (key: string) => countEvents(trx, { key: `${key} ${mailbox}`, windowMs: hour }, now)
  if (kind === 'unasked' && (await spend('unasked mail')).count > unaskedPerHour) return false
  return (await spend('mail')).count <= mailsPerHour[kind]
}

/** Returns the mailbox without a tag, such as `+games`: most servers deliver all tags of a name to one mailbox. */
const sharedMailbox = (mailbox: string): string => mailboxKey(mailbox).replace(/\+[^@]*(?=@[^@]*$)/, '')
