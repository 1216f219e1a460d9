import { findUserByName, lockUser } from '../../accounts/door.ts'
import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'

/** Checks that the actor may moderate an account. @throws Refused `forbidden` */
export function permitModerating(actor: Actor, subject: { id: string; permissionLevel: number }): void {
  const why = whyNotModerate(actor, subject, 'accounts')
  if (why !== undefined) throw new Refused(why)
}

/**
 * Returns the account to moderate, with its row locked until the transaction ends.
 *
 * @throws InvalidFields `username`; Refused `forbidden` unless the actor is a moderator of a level above the account's.
 */
export async function lockSubject(db: Db, actor: Actor, username: string) {
  const found = await findUserByName(db, username)
  const subject = found && (await lockUser(db, found.id))
  if (!subject) throw new InvalidFields({ username: 'accounts.username_unknown' })
  permitModerating(actor, subject)
  return subject
}
