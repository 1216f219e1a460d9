import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  port: number
  /** Delivered mail: the recipient, and the message with its headers. */
  mails: { to: string; message: string }[]
  /** Waits for the next mail that no other call has returned. */
  next(): Promise<{ to: string; message: string }>
  /** Refuses the next mails with this code. */
  refuse(times: number, responseCode: number): void
  /** Drops the connection of the next mail: before its content, or after it, without an answer. The content counts as delivered then. */
  drop(when: 'before content' | 'after content'): void
  close(): Promise<void>
}

function createMailbox() {
  const mails: MailServer['mails'] = []
  const waiting: ((mail: MailServer['mails'][number]) => void)[] = []
  let taken = 0
  return {
    mails,
    deliver(mail: MailServer['mails'][number]) {
      mails.push(mail)
      const wake = waiting.shift()
      if (!wake) return
      taken++
      wake(mail)
    },
    async next() {
      const mail = mails[taken]
      if (!mail) return new Promise<MailServer['mails'][number]>((resolve) => waiting.push(resolve))
      taken++
      return mail
    },
  }
}

/** Starts a real SMTP server in this process that accepts all mail. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const { mails, deliver, next } = createMailbox()
  let refusals: number[] = []
  let dropping: 'before content' | 'after content' | undefined
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, session, done) {
      if (dropping !== 'before content') return done()
      dropping = undefined
      dropConnection(session.id)
    },
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
        deliver({ to, message: Buffer.concat(chunks).toString() })
        if (dropping === 'after content') {
          dropping = undefined
          dropConnection(session.id)
        } else done()
      })
    },
  })
  const dropConnection = (id: string) => {
    for (const connection of server.connections as Iterable<{ id: string; _socket: Socket }>)
      if (connection.id === id) connection._socket.destroy()
  }
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    next,
    refuse(times, responseCode) {
      refusals = Array<number>(times).fill(responseCode)
    },
    drop(when) {
      dropping = when
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes the parts of a mail, which are quoted-printable. */
export const decoded = (message: string) =>
  Buffer.from(
    message
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** Returns the token of the link to a page in a mail. */
export function tokenIn(message: string, page: LinkedPage = 'recover'): string {
  const token = new RegExp(`/${page}/([\\w-]+)`).exec(decoded(message))?.[1]
  if (!token) throw new Error(`the mail has no such link:\n${message}`)
  return token
}

/** Waits for the next mail that links to a page and whose address begins with the username. Skips other mail. */
export async function nextWith(
  server: Pick<MailServer, 'next'>,
  page: LinkedPage,
  username = '',
): Promise<{ to: string; text: string; token: string }> {
  for (;;) {
    const { to, message } = await server.next()
    const text = decoded(message)
    if (text.includes(`/${page}/`) && to.startsWith(username))
      return { to, text, token: tokenIn(message, page) }
  }
}

type LinkedPage = 'confirm-email' | 'recover' | 'secure'
