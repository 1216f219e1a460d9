import type { Clock } from '@baseplate/service/clock'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { findUserByEmail } from '../../accounts/door.ts'
import { type BrandingReader, languageFor } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
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

/**
 * Adds a link to an account and mails it to the address, in the caller's transaction. Earlier links of the account end. If another
 * account has the address, the mail says so and has no link.
 */
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
  branding: Pick<BrandingReader, 'read'>
  texts: Catalogues
  mailer: Pick<Mailer, 'enqueue' | 'wake'> | undefined
}): EmailLinks {
  const { now, config, branding, texts } = platform
  const mailer = config.Registration.Emails ? platform.mailer : undefined
  return {
    available: mailer !== undefined,
    async prepare() {
      const site = await branding.read()
      return async (trx, user, { email, purpose }) => {
        if (!mailer) return
        const token = await addEmailLink(trx, { userId: user.id, email, purpose }, now())
        const catalogue = texts.of(languageFor(site, user.language))
        const written = { username: user.username, site: site.name, baseUrl: config.baseUrl }
        const holder = await findUserByEmail(trx, email)
        // The link stays unknown then. Its row makes the account look as it does after any other request.
        const isTaken = holder !== undefined && holder.id !== user.id
        const mail = isTaken
          ? takenMail(catalogue, written)
          : linkMail(catalogue, written, { token, purpose })
        await mailer.enqueue(trx, { to: email, kind: 'unasked', ...mail })
      }
    },
    wake() {
      mailer?.wake()
    },
  }
}

interface Written {
  username: string
  site: string
  baseUrl: string
}

const linkMail = (
  texts: Catalogue,
  { baseUrl, ...values }: Written,
  { token, purpose }: { token: string; purpose: EmailPurpose },
) =>
  writeMail(texts, {
    subject: texts.format(textsOf[purpose].subject, values),
    greeting: texts.format('mail.greeting', values),
    before: texts.format(textsOf[purpose].asked, values),
    link: { address: `${baseUrl}/confirm-email/${token}`, label: texts.format(textsOf[purpose].button) },
    after: [texts.format('mail.verification.limits'), texts.format('mail.verification.not_you', values)],
    sender: texts.format('mail.verification.sender', values),
  })

/** Tells the owner of a mailbox that an account has their address already. Does not name it. */
const takenMail = (texts: Catalogue, { baseUrl, ...values }: Written) =>
  writeMail(texts, {
    subject: texts.format('mail.email_taken.subject', values),
    greeting: texts.format('mail.greeting', values),
    before: texts.format('mail.email_taken.asked', values),
    link: { address: `${baseUrl}/recover`, label: texts.format('mail.email_taken.button') },
    after: [texts.format('mail.verification.not_you', values)],
    sender: texts.format('mail.verification.sender', values),
  })
