import type { Catalogue } from '@baseplate/texts/catalogue'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { languageFor, type SiteBranding } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { writeMail } from '../../foundation/mail-page.ts'
import { addRecoveryLink } from '../links/recovery-links.ts'

interface Mailing {
  config: Pick<Config, 'baseUrl'>
  texts: Catalogues
  mailer: Mailer
}

interface Recipient {
  id: string
  username: string
  language: string | null
}

/**
 * Adds a recovery link to an account and mails it, in the caller's transaction. The caller wakes the mailer after the commit.
 *
 * @param to the address, which may differ from the account's.
 */
export async function mailRecoveryLink(
  { config, texts, mailer }: Mailing,
  trx: Db,
  { user, to, site, now }: { user: Recipient; to: string; site: SiteBranding; now: number },
): Promise<void> {
  const language = languageFor(site, user.language)
  const { token } = await addRecoveryLink(trx, { userId: user.id, email: to }, now)
  const written = { username: user.username, site: site.name, link: `${config.baseUrl}/recover/${token}` }
  await mailer.enqueue(trx, { to, kind: 'recovery', ...recoveryMail(texts.of(language), written) })
}

/** Writes the mail with a recovery link in a language. */
function recoveryMail(
  texts: Catalogue,
  values: { username: string; site: string; link: string },
): { subject: string; text: string; html: string } {
  return writeMail(texts, {
    subject: texts.format('mail.recovery.subject', values),
    greeting: texts.format('mail.greeting', values),
    before: texts.format('mail.recovery.asked', values),
    link: { address: values.link, label: texts.format('mail.recovery.button') },
    after: [texts.format('mail.recovery.limits'), texts.format('mail.recovery.not_you')],
    sender: texts.format('mail.sender', values),
  })
}
