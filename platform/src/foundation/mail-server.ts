import { isIP } from 'node:net'
import { second } from '@baseplate/service/clock'
import type { Transporter } from 'nodemailer'
import type { Config } from './config/schema.ts'
import { senderOf } from './mailbox.ts'

/** Time without a response after which a delivery fails. */
const patienceMs = 10 * second

export type MailConfig = Pick<Config, 'Email' | 'emailPassword' | 'baseUrl'>

/** Connects to the mail server and signs in where that is configured. @throws the error of the connection or the server */
export async function checkMailServer(config: MailConfig): Promise<void> {
  const transport = await openTransport(config.Email.Host ?? '', config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends one mail to an address through the mail server. Returns the server's answer. @throws as `checkMailServer` */
export async function sendTestMail(
  config: MailConfig & { Name: string },
  { to, subject, text }: { to: string; subject: string; text: string },
): Promise<string> {
  const { Host = '', From = '' } = config.Email
  const transport = await openTransport(Host, config)
  try {
    const { name = config.Name, address = From } = senderOf(From) ?? {}
    const sent = await transport.sendMail({
      from: { name, address },
      to: { name: '', address: to },
      subject,
      text,
    })
    return String(sent.response)
  } finally {
    transport.close()
  }
}

/** Loads the library with the first mail, because most processes never send one. */
export async function openTransport(host: string, config: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { Email, emailPassword } = config
  return createTransport({
    pool: true,
    maxConnections: 2,
    host,
    // Many servers refuse a client that introduces itself with an address, as the library does on a machine without a domain.
    name: clientName(config),
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

/** Returns the domain that the site calls itself by in its greeting (EHLO): that of its address, or else of its sender. */
function clientName({ baseUrl, Email }: Pick<MailConfig, 'baseUrl' | 'Email'>): string | undefined {
  const { hostname } = new URL(baseUrl)
  if (hostname.includes('.') && isIP(hostname) === 0) return hostname
  return Email.From === undefined ? undefined : senderOf(Email.From)?.address.split('@').at(-1)
}

/**
 * The subject of a failed delivery.
 *
 * - `refused`: this mail, for good.
 * - `postponed`: this mail, for now.
 * - `server`: the connection, or the operator's set-up. It concerns all mail, and the operator may repair it.
 */
export type DeliveryFailure = 'refused' | 'postponed' | 'server'

interface SmtpError {
  responseCode?: unknown
  command?: unknown
  response?: unknown
}

/** Answers about the client instead of the mail: a bad command or greeting, encryption or a sign-in that is missing or wrong. */
const setUpCodes: readonly unknown[] = [502, 503, 504, 523, 530, 534, 535, 538]

/**
 * Enhanced codes (RFC 3463) about the client: the sender's address (x.1.7, x.1.8), the protocol (x.5), what it may send or relay (x.7).
 */
const setUpAnswer = /^\d{3}[ -]\d\.(1\.[78]|[57]\.\d+)\b/

export function failureOf(error: unknown): DeliveryFailure {
  const { responseCode, command, response } = error as SmtpError
  // Servers judge the greeting and the sender only now and then before the recipient.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (typeof responseCode !== 'number' || !isAboutMail) return 'server'
  if (responseCode < 500) return 'postponed'
  return setUpCodes.includes(responseCode) || setUpAnswer.test(String(response)) ? 'postponed' : 'refused'
}
