import type { Clock } from '@baseplate/service/clock'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { Catalogues } from '@baseplate/texts/catalogues'
import type { Recipient, SecurityNotice, SecurityNotices } from '../accounts/door.ts'
import { confirmedAddress } from '../accounts/emails/rules.ts'
import { type BrandingReader, languageFor, type SiteBranding } from '../foundation/branding.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import type { Mailer } from '../foundation/mail.ts'
import { writeMail } from '../foundation/mail-page.ts'
import { addSecurityLink } from '../sign-in/door.ts'
import type { Inbox } from './inbox.ts'
import { takeShare } from './mails/security-mail-share.ts'
import { subjectOf } from './mails/write.ts'
import { notify } from './notify.ts'
import { sentenceOf, statementOf } from './texts.ts'

interface Telling {
  db: Db
  now: Clock
  config: Pick<Config, 'baseUrl' | 'Registration'>
  branding: Pick<BrandingReader, 'read'>
  texts: Catalogues
  mailer: Pick<Mailer, 'enqueue' | 'wake'> | undefined
  inbox: Pick<Inbox, 'wake'>
}

interface Told extends Recipient {
  notice: SecurityNotice
  userId: string
}

/** The page that shows what an event has changed. */
const pages: Partial<Record<SecurityNotice['event'], string>> = {
  export_failed: '/settings/account',
  export_ready: '/settings/account',
  export_requested: '/settings/account',
  token_made: '/settings/tokens',
  username_changed: '/settings/account',
}

export function createSecurityNotices(platform: Telling): SecurityNotices {
  const { db, now, config, branding, texts, inbox } = platform
  const mailer = config.Registration.Emails ? platform.mailer : undefined

  async function add(trx: Db, site: SiteBranding, { notice, userId, address, isFinal }: Told): Promise<void> {
    const link = pages[notice.event] ?? '/settings/security'
    const owner = mailer && (await findOwner(trx, userId))
    const to = address === undefined ? owner && confirmedAddress(owner) : address
    const share = owner && to ? await takeShare(trx, { userId, event: notice.event }, now()) : 'none'
    if (owner && to && share !== 'none') {
      const language = languageFor(site, owner.language)
      const secure = async () => {
        const token = await addSecurityLink(trx, { userId, email: to, event: notice.event }, now())
        return `${config.baseUrl}/secure/${token}`
      }
      const written = {
        username: owner.username,
        site: site.name,
        link: config.baseUrl + link,
        secure: isFinal ? null : await secure(),
      }
      const mail = mailOf(texts.of(language), written, share === 'summary' ? 'more' : notice)
      await mailer?.enqueue(trx, { to, kind: 'notice', ...mail })
    }
    const about = { recipientId: userId, senderId: null, type: 'security', link } as const
    await notify(trx, { ...about, happening: notice }, now())
  }

  return {
    async transaction(userId, work) {
      // Read before the transaction, which on SQLite has the only connection.
      const site = await branding.read()
      const told: Told[] = []
      const result = await db.transaction().execute(async (trx) => {
        told.length = 0
        const made = await work(trx, (notice, recipient) => told.push({ userId, ...recipient, notice }))
        // Inboxes are locked in the order of their users.
        const ordered = told.toSorted(
          (one, other) => Number(one.userId > other.userId) - Number(one.userId < other.userId),
        )
        for (const notice of ordered) await add(trx, site, notice)
        return made
      })
      if (told.length > 0) {
        for (const id of new Set(told.map((one) => one.userId))) inbox.wake(id)
        mailer?.wake()
      }
      return result
    },
  }
}

const findOwner = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['username', 'email', 'email_key', 'verified_email_key', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Subjects of events whose statements have text that a stranger may have chosen. */
const plainSubjects = {
  new_device: 'mail.security.new_device',
  email_change_requested: 'mail.security.email_change_requested',
} as const

/** @param notice `more`: there were more events than the owner is mailed about. */
function mailOf(
  texts: Catalogue,
  written: { username: string; site: string; link: string; secure: string | null },
  notice: SecurityNotice | 'more',
): { subject: string; text: string; html: string } {
  const { username, site, secure } = written
  const { title, statement } = noticeTexts(texts, notice)
  const subject = texts.format('mail.security.subject', { site, statement: title })
  return writeMail(texts, {
    subject: subjectOf(subject),
    greeting: texts.format('mail.greeting', { username }),
    before: statement,
    link: { address: written.link, label: texts.format('mail.security.button') },
    after: [texts.format(secure === null ? 'mail.security.replaced' : 'mail.security.not_you')],
    further: secure === null ? [] : [{ address: secure, label: texts.format('mail.security.not_me') }],
    sender: texts.format(secure === null ? 'mail.security.former_sender' : 'mail.sender', { site }),
  })
}

function noticeTexts(
  texts: Catalogue,
  notice: SecurityNotice | 'more',
): { title: string; statement: string } {
  if (notice === 'more')
    return { title: texts.format('mail.security.more'), statement: texts.format('mail.security.more_about') }
  const happened = { ...notice, sender: null }
  const { event } = notice
  const title =
    event === 'new_device' || event === 'email_change_requested'
      ? texts.format(plainSubjects[event])
      : sentenceOf(texts, happened)
  return { title, statement: statementOf(texts, happened) }
}
