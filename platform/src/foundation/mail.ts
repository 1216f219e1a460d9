import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { minute, second } from './clock.ts'
import type { Config } from './config/schema.ts'
import type { Logger } from './log.ts'

interface Mail {
  /** A mailbox (RFC 5321). */
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same as a page, for programs that show one. */
  html?: string
}

/** Sends mail through the operator's SMTP server, in the background. */
export interface Mailer {
  /** Returns at once. Mail that cannot be delivered is retried for a while, then dropped and logged. */
  send(mail: Mail): void
  /** Waits a moment for deliveries in progress. Mail that waits for a retry is dropped. */
  close(): Promise<void>
}

/** Delays of retries. They outlast the restart of a mail server and greylisting. */
const retriesAfterMs = [5 * second, 30 * second, 2 * minute, 10 * minute]

/** Bounds memory while the mail server is away or mail arrives too fast. */
const waitingMax = 1_000

/** Time without a response after which a delivery fails. */
const patienceMs = 10 * second

/** Time for deliveries in progress when the site stops. */
const graceMs = 2 * second

type MailConfig = Pick<Config, 'Email' | 'emailPassword'>

/**
 * Returns undefined when the configuration names no mail server.
 *
 * @param senderName returns the name of the sender beside its address.
 */
export function createMailer(
  config: MailConfig,
  log: Logger,
  senderName: () => Promise<string>,
  retries: readonly number[] = retriesAfterMs,
): Mailer | undefined {
  const { Host, From } = config.Email
  if (Host === undefined || From === undefined) return undefined
  return new SmtpMailer({ host: Host, from: From, senderName, config, log, retries })
}

interface SmtpOptions {
  host: string
  from: string
  senderName: () => Promise<string>
  config: MailConfig
  log: Logger
  /** Delay of each retry in milliseconds. */
  retries: readonly number[]
}

class SmtpMailer implements Mailer {
  readonly #options: SmtpOptions
  readonly #delivering = new Set<Promise<void>>()
  readonly #waiting = new Set<NodeJS.Timeout>()
  #transport: Promise<Transporter> | undefined
  #closed = false

  constructor(options: SmtpOptions) {
    this.#options = options
  }

  send(mail: Mail): void {
    if (this.#closed || this.#delivering.size + this.#waiting.size >= waitingMax) {
      this.#options.log.error({ subject: mail.subject }, 'dropped mail: the queue is full')
      return
    }
    this.#start(mail, 1)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#waiting) clearTimeout(timer)
    if (this.#waiting.size > 0)
      this.#options.log.error({ mails: this.#waiting.size }, 'dropped mail that was waiting for a retry')
    const grace = new AbortController()
    await Promise.race([
      Promise.all(this.#delivering),
      delay(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
    ])
    grace.abort()
    if (this.#transport) (await this.#transport).close()
  }

  #start(mail: Mail, tries: number): void {
    const delivery = this.#deliver(mail, tries).finally(() => this.#delivering.delete(delivery))
    this.#delivering.add(delivery)
  }

  async #deliver(mail: Mail, tries: number): Promise<void> {
    const { host, config, log } = this.#options
    try {
      this.#transport ??= openTransport(host, config)
      const from = { name: await this.#options.senderName(), address: this.#options.from }
      await (await this.#transport).sendMail({ ...mail, from, to: { name: '', address: mail.to } })
      log.info({ subject: mail.subject, tries }, 'mail was delivered')
    } catch (error) {
      this.#retry(mail, tries, error as Error)
    }
  }

  #retry(mail: Mail, tries: number, error: Error): void {
    const { log, retries } = this.#options
    const retryMs = isFinal(error) || this.#closed ? undefined : retries[tries - 1]
    const about = { subject: mail.subject, tries, error: error.message }
    if (retryMs === undefined) {
      log.error(about, 'mail could not be delivered and was dropped')
      return
    }
    log.warn({ ...about, retryMs }, 'mail could not be delivered and will be retried')
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.#start(mail, tries + 1)
    }, retryMs)
    timer.unref()
    this.#waiting.add(timer)
  }
}

/** Connects to the mail server and signs in where that is configured. @throws the error of the connection or the server */
export async function checkMailServer(config: Pick<Config, 'Email' | 'emailPassword'>): Promise<void> {
  const transport = await openTransport(config.Email.Host ?? '', config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loads the library with the first mail, because most processes never send one. */
async function openTransport(
  host: string,
  { Email, emailPassword }: Pick<Config, 'Email' | 'emailPassword'>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port: Email.Port,
    secure: Email.Security === 'TLS',
    requireTLS: Email.Security === 'StartTLS',
    ignoreTLS: Email.Security === 'None',
    ...(Email.User && emailPassword && { auth: { user: Email.User, pass: emailPassword } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Whether the server refuses the mail for good (RFC 5321, section 4.2.1: 5yz). A failed sign-in is retried, because the operator may repair it. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH'
}
