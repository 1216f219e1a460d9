import type { Transporter } from 'nodemailer'
import { second } from './clock.ts'
import type { Config } from './config/schema.ts'

/** Time without a response after which a delivery fails. */
const patienceMs = 10 * second

export type MailConfig = Pick<Config, 'Email' | 'emailPassword'>

/** Connects to the mail server and signs in where that is configured. @throws the error of the connection or the server */
export async function checkMailServer(config: MailConfig): Promise<void> {
  const transport = await openTransport(config.Email.Host ?? '', config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loads the library with the first mail, because most processes never send one. */
export async function openTransport(
  host: string,
  { Email, emailPassword }: MailConfig,
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
export function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH'
}
