import { type Clock, minute } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { isEmailVerified } from '../../accounts/emails/rules.ts'
import { type BrandingReader, languageFor, type SiteBranding } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { isReachable } from '../deliveries.ts'
import { type Delivered, listUnread } from '../queries.ts'
import { findChoices, findSchedule, recordMail } from '../settings/queries.ts'
import { type Choices, kindOf } from '../settings/rules.ts'
import { quietUntil } from '../settings/schedule.ts'
import { type DueMail, listDueMails, postpone, takeDue } from './queries.ts'
import { betweenMailsMs } from './rules.ts'
import type { UnsubscribeLinks } from './unsubscribe.ts'
import { writeNotificationMail } from './write.ts'

export interface MailingParts {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'baseUrl' | 'Registration'>
  branding: BrandingReader
  texts: Catalogues
  mailer: Mailer | undefined
  unsubscribeLinks: UnsubscribeLinks
}

const usersPerRead = 100

/** A mail that could not be written waits this long, so that it does not hold up the others. */
const afterFaultMs = 30 * minute

/**
 * Writes the mails and digests that are due into the outbox. Each takes its notifications and adds the mail in one transaction,
 * so two processes never send the same one, and a killed process loses none.
 */
export async function sendNotificationMails(parts: MailingParts, lost: AbortSignal): Promise<void> {
  const { db, now, log } = parts
  for (;;) {
    const time = now()
    const due = await listDueMails(db, time, usersPerRead)
    for (const mail of due) {
      if (lost.aborted) return
      try {
        await send(parts, mail, time)
      } catch (error) {
        log.error({ user: mail.userId, error: (error as Error).message }, 'a mail of notifications failed')
        await postpone(db, mail, { now: time, to: time + afterFaultMs })
      }
    }
    if (due.length < usersPerRead) break
  }
}

async function send(parts: MailingParts, mail: DueMail, now: number): Promise<void> {
  const { db, config, branding, mailer } = parts
  // Read before the transaction, which on SQLite has the only connection.
  const site = await branding.read()
  const sent = await db.transaction().execute(async (trx) => {
    const { userId, isDigest } = mail
    const { timeZone, quiet, lastMail } = await findSchedule(trx, userId)
    // A clock that was ahead has recorded a last mail in the future.
    const mayFollow = isDigest || lastMail > now
    const waitsFor =
      quietUntil(now, { timeZone, quiet }) ?? (mayFollow ? undefined : lastMail + betweenMailsMs)
    if (waitsFor !== undefined && waitsFor > now) {
      await postpone(trx, mail, { now, to: waitsFor })
      return false
    }
    const ids = await takeDue(trx, mail, now)
    const reader =
      ids.length > 0 && mailer && config.Registration.Emails && (await findReader(trx, userId, now))
    if (!reader) return false
    const choices = await findChoices(trx, userId)
    const wanted = (await listUnread(trx, userId, ids)).filter((each) => isMailed(choices, each))
    if (wanted.length === 0) return false
    if (!isDigest) await recordMail(trx, userId, now)
    await mailer.enqueue(trx, await compose(parts, site, { ...reader, userId, isDigest, wanted }))
    return true
  })
  if (sent) mailer?.wake()
}

interface Reader {
  email: string
  username: string
  language: string | null
}

/** Finds the account that a mail is for. Undefined: it has no confirmed address, or gets no mail at the moment. */
async function findReader(db: Db, userId: string, now: number): Promise<Reader | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_key', 'verified_email_key', 'username', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.email === null || !isEmailVerified(user)) return undefined
  if (!(await isReachable(db, userId, now))) return undefined
  return { email: user.email, username: user.username, language: user.language }
}

/** Whether the reader still wants mail of this kind. */
function isMailed(choices: Choices, { type }: Delivered): boolean {
  const kind = kindOf(type)
  return kind !== undefined && choices[kind].mail !== 'Off'
}

async function compose(
  { config, texts, unsubscribeLinks }: MailingParts,
  site: SiteBranding,
  {
    email,
    username,
    language,
    userId,
    isDigest,
    wanted,
  }: Reader & {
    userId: string
    isDigest: boolean
    wanted: readonly Delivered[]
  },
) {
  const kinds = [...new Set(wanted.flatMap(({ type }) => kindOf(type) ?? []))]
  const unsubscribe = await unsubscribeLinks.make(userId, kinds)
  const written = writeNotificationMail(texts.of(languageFor(site, language)), {
    username,
    site: site.name,
    baseUrl: config.baseUrl,
    notifications: wanted,
    isDigest,
    unsubscribe,
  })
  return { to: email, kind: 'notice', ...written, unsubscribe } as const
}
