import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { minute, second } from './clock.ts'
import type { Config } from './config/schema.ts'
import type { Logger } from './log.ts'

export interface Mail {
  /** A mailbox (RFC 5321). */
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** Hands mail to the operator's SMTP server, behind the back of whatever asked for it. */
export interface Mailer {
  /** Answers at once. Mail that cannot be handed over is tried again for a while, then given up, and logged. */
  send(mail: Mail): void
  /** Lets what is being handed over finish, for a moment; what waits for another try is given up. */
  close(): Promise<void>
}

/** After the first try. A server that is restarted, or asks for patience, is back by then. */
const retriesAfterMs = [5 * second, 30 * second, 2 * minute, 10 * minute]

/** A server that is away for long, or mail that comes too fast, does not fill the memory. */
const waitingMax = 1_000

/** A server that takes this long to say something is not going to. */
const patienceMs = 10 * second

/** What is being handed over when the site stops has this long. */
const graceMs = 2 * second

/** Undefined when the configuration names no server. */
export function createMailer(
  config: Pick<Config, 'Name' | 'Email' | 'emailPassword'>,
  log: Logger,
  retries: readonly number[] = retriesAfterMs,
): Mailer | undefined {
  const { Host, From } = config.Email
  if (Host === undefined || From === undefined) return undefined
  const from = { name: config.Name, address: From }
  let transport: Promise<Transporter> | undefined
  let closed = false
  const handing = new Set<Promise<void>>()
  const waiting = new Set<NodeJS.Timeout>()

  const attempt = async (mail: Mail, tries: number): Promise<void> => {
    try {
      transport ??= openTransport(Host, config)
      await (await transport).sendMail({ ...mail, from, to: { name: '', address: mail.to } })
      log.info({ subject: mail.subject, tries }, 'mail was handed over')
    } catch (error) {
      const retryMs = isFinal(error) || closed ? undefined : retries[tries - 1]
      const about = { subject: mail.subject, tries, error: (error as Error).message }
      if (retryMs === undefined) {
        log.error(about, 'mail could not be handed over, and is given up')
        return
      }
      log.warn({ ...about, retryMs }, 'mail could not be handed over; it is tried again')
      const timer = setTimeout(() => {
        waiting.delete(timer)
        start(mail, tries + 1)
      }, retryMs)
      timer.unref()
      waiting.add(timer)
    }
  }

  const start = (mail: Mail, tries: number) => {
    const under = attempt(mail, tries).finally(() => handing.delete(under))
    handing.add(under)
  }

  return {
    send(mail) {
      if (closed || handing.size + waiting.size >= waitingMax) {
        log.error({ subject: mail.subject }, 'too much mail is waiting: one is given up')
        return
      }
      start(mail, 1)
    },
    async close() {
      closed = true
      for (const timer of waiting) clearTimeout(timer)
      if (waiting.size > 0) log.error({ mails: waiting.size }, 'mail that waited for another try is given up')
      const grace = new AbortController()
      await Promise.race([
        Promise.all(handing),
        delay(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
      ])
      grace.abort()
      if (transport) (await transport).close()
    },
  }
}

/** Greets the server as for a mail, and signs in where that is configured. @throws what the server, or the way to it, said. */
export async function checkMailServer(config: Pick<Config, 'Email' | 'emailPassword'>): Promise<void> {
  const transport = await openTransport(config.Email.Host ?? '', config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loaded with the first mail: most processes never send one. */
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

/** What the server refuses for good (RFC 5321, section 4.2.1: 5yz); signing in may work again when it is mended. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH'
}
