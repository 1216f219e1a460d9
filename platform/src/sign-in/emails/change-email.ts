import { isConflict } from '@baseplate/storage/database/conflict'
import {
  changeUser,
  lockIfPasswordUnchanged,
  type SecurityNotices,
  type User,
  useCase,
} from '../../accounts/door.ts'
import { confirmedAddress } from '../../accounts/emails/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { changeEmailInput } from '../input.ts'
import type { EmailLinks } from '../links/email-links.ts'
import { endEmailLinks, endRecoveryLinks } from '../links/queries.ts'
import { type Confirming, confirmPassword, incorrectPassword } from '../passwords/confirm-password.ts'
import type { Device } from '../sessions/sessions.ts'

export const emailInUse = { email: 'accounts.email_taken' } as const

interface Changing extends Confirming {
  config: Pick<Config, 'Registration'>
  securityNotices: SecurityNotices
  emailLinks: EmailLinks
  emailLimit: Limit
}

/**
 * @returns the address that waits for its confirmation; null: the change has taken effect.
 * @throws InvalidFields; Refused `invalid` if accounts have no addresses here, `limited` after too many links, `busy`,
 * `conflict` without a password; WorkRequired after too many wrong passwords.
 */
export const changeEmail = useCase(
  {
    summary:
      "Sets, replaces or removes the e-mail address of the actor's account. Where mail can be sent, a new address takes effect when it is confirmed with the link that is mailed to it: `confirmEmail`. Otherwise it takes effect at once.",
    scope: 'browser',
    permit: async ({ config }: Changing) => {
      if (!config.Registration.Emails) throw new Refused('accounts.email_unsupported')
    },
    input: changeEmailInput,
  },
  async (
    platform: Changing,
    actor,
    { email, password, work },
    { address }: Device,
  ): Promise<{ pending: string | null }> => {
    const user = await confirmPassword(platform, actor, { password, field: 'password', address, work })
    const isSameMailbox = email !== null && mailboxKey(email) === user.email_key
    // Spent before anything depends on the accounts of others, so that no one can probe many addresses.
    if (email !== null && !isSameMailbox) await platform.emailLimit.spend(user.id)
    if (email === null || isSameMailbox || !platform.emailLinks.available) {
      await apply(platform, user, email)
      return { pending: null }
    }
    await request(platform, user, email)
    return { pending: email }
  },
)

/** Changes the address at once. Ends recovery links that were sent to the old one, and any unconfirmed change. */
async function apply(
  { now, securityNotices }: Pick<Changing, 'now' | 'securityNotices'>,
  user: User,
  email: string | null,
): Promise<void> {
  const email_key = email === null ? null : mailboxKey(email)
  const isVerified = email_key !== null && email_key === user.verified_email_key
  const changed = { email, email_key, verified_email_key: isVerified ? email_key : null }
  try {
    await securityNotices.transaction(user.id, async (trx, tell) => {
      if (!(await lockIfPasswordUnchanged(trx, user))) throw incorrectPassword('password')
      await changeUser(trx, user.id, changed)
      await endRecoveryLinks(trx, user.id, now())
      await endEmailLinks(trx, user.id, now())
      if (user.email !== null && user.email !== email)
        tell({ event: 'email_changed', values: {} }, { address: confirmedAddress(user) })
    })
  } catch (error) {
    throw isConflict(error) ? new InvalidFields(emailInUse) : error
  }
}

/**
 * Mails a link to the new address, and notifies the old one. Links of earlier requests end. If another account has the address, the
 * mail says so instead: the response must not reveal it.
 */
async function request({ securityNotices, emailLinks }: Changing, user: User, email: string): Promise<void> {
  const mailLink = await emailLinks.prepare()
  await securityNotices.transaction(user.id, async (trx, tell) => {
    if (!(await lockIfPasswordUnchanged(trx, user))) throw incorrectPassword('password')
    await mailLink(trx, user, { email, purpose: 'change' })
    if (user.email !== null)
      tell({ event: 'email_change_requested', values: { email } }, { address: confirmedAddress(user) })
  })
  emailLinks.wake()
}
