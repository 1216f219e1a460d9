import type { Catalogues } from '@baseplate/texts/catalogues'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { type IdentityReader, languageFor } from '../../foundation/identity.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { writeMail } from '../../foundation/mail-page.ts'
import { addEmailLink } from './queries.ts'
import type { EmailPurpose } from './rules.ts'

const textsOf = {
  verification: {
    subject: 'mail.verification.subject',
    asked: 'mail.verification.asked',
    button: 'mail.verification.button',
  },
  change: {
    subject: 'mail.email_change.subject',
    asked: 'mail.email_change.asked',
    button: 'mail.email_change.button',
  },
} as const

interface Recipient {
  id: string
  username: string
  language: string | null
}

/** Adds a link to an account and mails it to the address, in the caller's transaction. Earlier links of the account end. */
type MailEmailLink = (
  trx: Db,
  user: Recipient,
  link: { email: string; purpose: EmailPurpose },
) => Promise<void>

/** Mails links that confirm addresses. */
export interface EmailLinks {
  /** Whether links can be sent at all. */
  readonly available: boolean
  /** Reads the texts of the mail. Called before the transaction, which holds the only connection on SQLite. */
  prepare(): Promise<MailEmailLink>
  /** Starts the delivery, after the commit. */
  wake(): void
}

export function createEmailLinks(platform: {
  now: Clock
  config: Pick<Config, 'baseUrl' | 'Registration'>
  identity: Pick<IdentityReader, 'read'>
  texts: Catalogues
  mailer: Pick<Mailer, 'enqueue' | 'wake'> | undefined
}): EmailLinks {
  const { now, config, identity, texts } = platform
  const mailer = config.Registration.Emails ? platform.mailer : undefined
  return {
    available: mailer !== undefined,
    async prepare() {
      const site = await identity.read()
      return async (trx, user, { email, purpose }) => {
        if (!mailer) return
        const token = await addEmailLink(trx, { userId: user.id, email, purpose }, now())
        const values = { username: user.username, site: site.name }
        const catalogue = texts.of(languageFor(site, user.language))
        const keys = textsOf[purpose]
        const mail = writeMail(catalogue, {
          subject: catalogue.format(keys.subject, values),
          greeting: catalogue.format('mail.greeting', values),
          before: catalogue.format(keys.asked, values),
          link: {
            address: `${config.baseUrl}/confirm-email/${token}`,
            label: catalogue.format(keys.button),
          },
          after: [
            catalogue.format('mail.verification.limits'),
            catalogue.format('mail.verification.not_you', values),
          ],
          sender: catalogue.format('mail.verification.sender', values),
        })
        await mailer.enqueue(trx, { to: email, ...mail })
      }
    },
    wake() {
      mailer?.wake()
    },
  }
}
