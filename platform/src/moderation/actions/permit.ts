import { findUserByName, lockUser } from '../../accounts/queries.ts'
import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'

/**
 * @param subject whom; without one, whether the actor may moderate at all.
 * @throws Refused `forbidden`
 */
export function permitModerating(actor: Actor, subject?: { id: string; permissionLevel: number }): void {
  const why = whyNotModerate(actor, subject ?? null, 'accounts')
  if (why !== undefined) throw new Refused('forbidden', why)
}

/**
 * Whom the actor moderates, with their row held until the transaction ends: of two moderators at once, one comes after the other.
 *
 * @throws InvalidFields `username`; Refused `forbidden` below level 4, for oneself, and for an account of the actor's level or
 * a higher one.
 */
export async function lockSubject(db: Db, actor: Actor, username: string) {
  const found = await findUserByName(db, username)
  const subject = found && (await lockUser(db, found.id))
  if (!subject) throw new InvalidFields({ username: 'Nobody has that username' })
  permitModerating(actor, subject)
  return subject
}
