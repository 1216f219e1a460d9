import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, day, minute, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isDue } from '@baseplate/storage/database/is-due'
import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Db } from './database.ts'
import type { Job } from './jobs.ts'
import { type MailKind, mayGetMail } from './mail-limits.ts'
import { failureOf, type MailConfig, openTransport } from './mail-server.ts'
import { senderOf } from './mailbox.ts'
import type { SharedJobs } from './shared-jobs.ts'
import type { SharedTables } from './tables.ts'

export interface Mail {
  /** A mailbox (RFC 5321). */
  to: string
  kind: MailKind
  /** Has no text that a user has typed, so that nobody advertises in it. */
  subject: string
  /** Plain text. */
  text: string
  /** The same as a page, for programs that show one. */
  html?: string
  /** Address that switches such mail off with one request, without a session: `List-Unsubscribe-Post` (RFC 8058). */
  unsubscribe?: string
}

/** Sends mail through the operator's SMTP server. Mail waits in the database, so that no restart loses it. */
export interface Mailer {
  /**
   * Adds mail to the outbox, in the transaction that makes it necessary. The caller calls `wake` after the commit. Drops it if its
   * mailbox has got too much, without telling the caller: a response must not reveal what others have sent there.
   */
  enqueue(db: Db, mail: Mail): Promise<void>
  /** Starts deliveries now, without waiting for the next poll of the outbox. */
  wake(): void
  /** Waits a moment for the delivery in progress. The next process continues. */
  close(): Promise<void>
}

/** Delays of the first retries. They outlast the restart of a mail server and greylisting. */
const retriesAfterMs = [5 * second, 30 * second, 2 * minute, 10 * minute]

/** Delay of each further retry. */
const longestRetryMs = 30 * minute

/** Mail that cannot be delivered is retried for this long. */
const lifetimeMs = day

/** Interval between two polls of the outbox. */
const pollMs = 5 * second

/** A process that is killed loses the mail that it was sending after this time. */
const leaseMs = 20 * second

/** Interval at which the lease of the mail that is being sent is renewed. */
const renewMs = 5 * second

/** Time for the delivery in progress when the site stops. */
const graceMs = 2 * second

const mailsPerRead = 20

type MailRow = Selectable<SharedTables['mails']>

interface Parts {
  config: MailConfig
  db: Db
  now: Clock
  log: Logger
  sharedJobs: SharedJobs
  /** Returns the sender's name, which mail programs show with the address. */
  senderName: () => Promise<string>
}

/** Returns undefined when the configuration names no mail server. */
export function createMailer(parts: Parts): Mailer | undefined {
  const { Host, From } = parts.config.Email
  const sender = From === undefined ? undefined : senderOf(From)
  return Host === undefined || sender === undefined ? undefined : new Outbox(parts, Host, sender)
}

/**
 * Adds mail to the outbox. The site delivers it, even if a command beside it has added it. Returns false if the mailbox has got too
 * much mail within the hour.
 */
export async function enqueueMail(
  db: Db,
  { to, kind, html = '', ...mail }: Mail,
  now: number,
): Promise<boolean> {
  if (!(await mayGetMail(db, { to, kind }, now))) return false
  await db
    .insertInto('mails')
    .values({ ...mail, id: randomUUID(), recipient: to, html, created: now, due: now, attempts: 0 })
    .execute()
  return true
}

/** Deletes the mail that waits for its delivery to an address. */
export const withdrawMails = (db: Db, recipient: string) =>
  db.deleteFrom('mails').where('recipient', '=', recipient).execute()

class Outbox implements Mailer {
  readonly #parts: Parts
  readonly #host: string
  readonly #from: { name?: string; address: string }
  readonly #job: Job
  #transport: Promise<Transporter> | undefined
  #closed = false

  constructor(parts: Parts, host: string, from: { name?: string; address: string }) {
    this.#parts = parts
    this.#host = host
    this.#from = from
    this.#job = parts.sharedJobs.start('send mail', pollMs, (lost) => this.#deliverDue(lost))
  }

  async enqueue(db: Db, mail: Mail): Promise<void> {
    const { now, log } = this.#parts
    if (await enqueueMail(db, mail, now())) return
    log.warn({ subject: mail.subject }, 'mail was dropped: its mailbox has got too much within the hour')
  }

  wake(): void {
    if (!this.#closed) this.#job.runNow()
  }

  async close(): Promise<void> {
    this.#closed = true
    const grace = new AbortController()
    await Promise.race([
      this.#job.stop(),
      delay(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
    ])
    grace.abort()
    if (this.#transport) (await this.#transport).close()
  }

  /** Delivers due mail, one after the other. After a failure of the server, the rest waits for the next run. */
  async #deliverDue(lost: AbortSignal): Promise<void> {
    const { db, now } = this.#parts
    for (;;) {
      const due = await db
        .selectFrom('mails')
        .selectAll()
        .where(({ ref }) => isDue(ref('due'), { now: now(), longestMs: longestRetryMs }))
        .orderBy('due')
        .limit(mailsPerRead)
        .execute()
      if (due.length === 0) return
      for (const mail of due) {
        if (this.#closed || lost.aborted) return
        if (!(await this.#attempt(mail))) return
      }
    }
  }

  /** Returns false after a failure that concerns all mail. */
  async #attempt(mail: MailRow): Promise<boolean> {
    const { db, now, log } = this.#parts
    const tries = mail.attempts + 1
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ attempts: tries, due: now() + leaseMs })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .executeTakeFirst()
    // Another process has it.
    if (numUpdatedRows === 0n) return true
    const renewing = this.#renewLease(mail.id, tries)
    const failure = await this.#send(mail).then(
      () => undefined,
      (error: Error) => error,
    )
    clearInterval(renewing)
    if (failure) return this.#retry(mail, tries, failure)
    await db.deleteFrom('mails').where('id', '=', mail.id).execute()
    log.info({ subject: mail.subject, tries }, 'mail was delivered')
    return true
  }

  /** Keeps a mail from other processes during an attempt, which may take minutes. */
  #renewLease(id: string, tries: number): NodeJS.Timeout {
    const { db, now } = this.#parts
    const renew = db.updateTable('mails').where('id', '=', id).where('attempts', '=', tries)
    const renewing = setInterval(() => {
      // Another process may repeat a mail whose lease could not be renewed, with the same Message-ID.
      renew
        .set({ due: now() + leaseMs })
        .execute()
        .catch(() => undefined)
    }, renewMs)
    return renewing.unref()
  }

  async #send({ id, recipient, subject, text, html, unsubscribe }: MailRow): Promise<void> {
    this.#transport ??= openTransport(this.#host, this.#parts.config)
    const { address, name = await this.#parts.senderName() } = this.#from
    // The same in each attempt, so that a mailbox recognises mail that a killed process had sent already.
    const messageId = `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
    await (await this.#transport).sendMail({
      messageId,
      from: { name, address },
      to: { name: '', address: recipient },
      subject,
      text,
      ...(html !== '' && { html }),
      ...(unsubscribe !== '' && { headers: unsubscribeHeaders(unsubscribe) }),
    })
  }

  async #retry({ id, subject, created }: MailRow, tries: number, error: Error): Promise<boolean> {
    const { db, now, log } = this.#parts
    const retryMs = retriesAfterMs[tries - 1] ?? longestRetryMs
    const about = { subject, tries, error: error.message }
    const failure = failureOf(error)
    if (failure === 'refused' || now() + retryMs > created + lifetimeMs) {
      await db.deleteFrom('mails').where('id', '=', id).execute()
      log.error(about, 'mail could not be delivered and was dropped')
      return true
    }
    await db
      .updateTable('mails')
      .set({ due: now() + retryMs })
      .where('id', '=', id)
      .execute()
    log.warn({ ...about, retryMs }, 'mail could not be delivered and will be retried')
    return failure !== 'server'
  }
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
