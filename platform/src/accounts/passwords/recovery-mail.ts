import type { Catalogue } from '@baseplate/texts/catalogue'
import { writeMail } from '../../foundation/mail-page.ts'

/** Writes the mail with a recovery link in a language. */
export function recoveryMail(
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
