import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  port: number
  /** Delivered mail: the recipient, and the message with its headers. */
  mails: { to: string; message: string }[]
  /** Waits for the next mail that no other call has returned. */
  next(): Promise<{ to: string; message: string }>
  /** Answers a number of following mails with this code instead of accepting them. */
  refuse(times: number, responseCode: number): void
  close(): Promise<void>
}

/** Starts a real SMTP server in this process that accepts all mail. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const waiting: ((mail: MailServer['mails'][number]) => void)[] = []
  let taken = 0
  let refusals: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const responseCode = refusals.shift()
        if (responseCode !== undefined) {
          done(Object.assign(new Error('refused by the test'), { responseCode }))
          return
        }
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const mail = { to, message: Buffer.concat(chunks).toString() }
        mails.push(mail)
        const wake = waiting.shift()
        if (wake) {
          taken++
          wake(mail)
        }
        done()
      })
    },
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    async next() {
      const mail = mails[taken]
      if (mail) {
        taken++
        return mail
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    refuse(times, responseCode) {
      refusals = Array<number>(times).fill(responseCode)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Returns the token of the recovery link in a mail. The transfer encoding breaks long lines. */
export function tokenIn(message: string): string {
  const plain = message.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const token = /\/recover\/([\w-]+)/.exec(plain)?.[1]
  if (!token) throw new Error(`the mail has no link:\n${message}`)
  return token
}
