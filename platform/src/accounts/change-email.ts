import type { Config } from '../foundation/config/schema.ts'
import { isConflict } from '../foundation/database/conflict.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { mailboxKey } from '../foundation/mailbox.ts'
import { changeEmailInput } from './input.ts'
import { lockIfPasswordUnchanged } from './passwords/queries.ts'
import { endRecoveryLinks } from './passwords/recovery-links.ts'
import type { Actor } from './rules.ts'
import type { SecurityNotices } from './security-notices.ts'
import { type Confirming, confirmPassword, incorrectPassword } from './sessions/confirm-password.ts'
import type { Device } from './sessions/sessions.ts'

export const emailInUse = { email: 'accounts.email_taken' } as const

/**
 * Sets, replaces or removes the e-mail address of the actor's account. Ends the recovery links sent to the old address.
 *
 * @throws InvalidFields; Refused `invalid` if accounts have no addresses here, `limited` after too many wrong passwords, `busy`.
 */
export async function changeEmail(
  platform: Confirming & { config: Pick<Config, 'Registration'>; securityNotices: SecurityNotices },
  actor: Actor,
  input: unknown,
  { address }: Device,
): Promise<void> {
  if (!platform.config.Registration.Emails) throw new Refused('accounts.email_unsupported')
  const { email, password } = parseInput(changeEmailInput, input)
  const user = await confirmPassword(platform, actor, { password, field: 'password', address })
  const changed = { email, email_key: email === null ? null : mailboxKey(email) }
  try {
    await platform.securityNotices.transaction(user.id, async (db, tell) => {
      if (!(await lockIfPasswordUnchanged(db, user))) throw incorrectPassword('password')
      await db.updateTable('users').set(changed).where('id', '=', user.id).execute()
      await endRecoveryLinks(db, user.id, platform.now())
      // A thief who changes the address has the new mailbox, so the notice goes to the old one.
      if (user.email !== null && user.email !== email)
        tell({ event: 'email_changed', values: {} }, user.email)
    })
  } catch (error) {
    throw isConflict(error) ? new InvalidFields(emailInUse) : error
  }
}
