import type { Catalogue } from '@baseplate/texts/catalogue'
import { writeMail } from '../../foundation/mail-page.ts'
import type { Delivered } from '../queries.ts'
import { sentenceOf, statementOf } from '../texts.ts'
import { listedPerMail } from './rules.ts'

interface Parts {
  username: string
  site: string
  baseUrl: string
  /** At least one. */
  notifications: readonly Delivered[]
  isDigest: boolean
  unsubscribe: string
}

/** Longest subject: mailboxes cut longer ones. */
const maxSubjectLength = 120

/** Writes a mail with one notification or several, in the reader's language. */
export function writeNotificationMail(
  texts: Catalogue,
  { username, site, baseUrl, notifications, isDigest, unsubscribe }: Parts,
): { subject: string; text: string; html: string } {
  const count = notifications.length
  const listed = notifications.slice(0, listedPerMail)
  const [single] = count === 1 && !isDigest ? listed : []
  const values = { site, count, username }
  const subject = texts.format(isDigest ? 'mail.notifications.digest' : 'mail.notifications.several', values)
  const all = `${baseUrl}/notifications`
  const items = listed.map((each) => ({ address: baseUrl + each.link, label: sentenceOf(texts, each) }))
  const more = { count: count - listed.length }
  if (more.count > 0) items.push({ address: all, label: texts.format('mail.notifications.more', more) })
  return writeMail(texts, {
    subject: single ? subjectOf(sentenceOf(texts, single)) : subject,
    greeting: texts.format('mail.greeting', values),
    before: single ? statementOf(texts, single) : `${subject}:`,
    ...(!single && { list: items }),
    link: single
      ? { address: baseUrl + single.link, label: texts.format('mail.notifications.open') }
      : { address: all, label: texts.format('mail.notifications.all') },
    after: [],
    further: [
      { address: `${baseUrl}/settings/notifications`, label: texts.format('mail.notifications.settings') },
      { address: unsubscribe, label: texts.format('mail.notifications.unsubscribe') },
    ],
    sender: texts.format('mail.sender', values),
  })
}

/** Makes a sentence a subject. Texts of moderators may be long and have several lines. */
export function subjectOf(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ')
  return line.length <= maxSubjectLength ? line : `${line.slice(0, maxSubjectLength - 1)}…`
}
