import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { day, second } from '@baseplate/service/clock'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPlatform } from '../platform.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import type { Mailer } from './mail.ts'

const mail = {
  to: 'anna+games@example.org',
  kind: 'notice',
  subject: 'Grüße',
  text: 'Hello\n.\nBcc: all@example.org\n',
} as const

async function open(kind: DatabaseKind, port: number, security: 'None' | 'StartTLS' = 'None') {
  const Email = { Host: '127.0.0.1', Port: port, Security: security, From: 'no-reply@example.org' }
  const platform = await openTestPlatform(kind, { Name: 'Our games', Email })
  const send = async (mailer = mailerOf(platform)) => {
    await mailer.enqueue(platform.db, mail)
    mailer.wake()
  }
  const outbox = () => platform.db.selectFrom('mails').selectAll().execute()
  /** Waits for the end of an attempt that failed. */
  const due = (attempts: number, ms: number) =>
    expect.poll(outbox).toMatchObject([{ attempts, due: platform.now() + ms }])
  return { platform, send, outbox, due }
}

function mailerOf({ mailer }: Pick<TestPlatform, 'mailer'>): Mailer {
  if (!mailer) throw new Error('there is a server, and no mailer')
  return mailer
}

async function startServer(port?: number) {
  const server = await startMailServer(port)
  onTestFinished(server.close)
  return server
}

describe.each(databases)('mail on %s', (kind) => {
  test('is delivered completely to its one recipient', async () => {
    const server = await startServer()
    const { send, outbox } = await open(kind, server.port)
    await send()
    const { to, message } = await server.next()
    expect(to).toBe('anna+games@example.org')
    expect(message).toMatch(/^From: Our games <no-reply@example.org>\r$/m)
    expect(message).toMatch(/^Message-ID: <[\w-]{36}@example.org>\r$/m)
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(message.split('\r\n\r\n')[1]).toContain('Bcc: all@example.org')
    await expect.poll(outbox).toEqual([])
    expect(server.mails).toHaveLength(1)
  })

  test('is retried while the server is away or answers with a temporary error, for a day', async () => {
    const { port, close } = await startMailServer()
    await close()
    const { platform, send, outbox, due } = await open(kind, port)
    await send()
    await due(1, 5 * second)
    const server = await startServer(port)
    server.refuse(1, 451)
    platform.pass(5 * second)
    mailerOf(platform).wake()
    await due(2, 30 * second)
    platform.pass(30 * second)
    mailerOf(platform).wake()
    await server.next()
    await expect.poll(outbox).toEqual([])
    server.refuse(1, 451)
    await send()
    await due(1, 5 * second)
    server.refuse(1, 451)
    platform.pass(day)
    mailerOf(platform).wake()
    await expect.poll(outbox).toEqual([])
    expect(server.mails).toHaveLength(1)
  })

  test('is sent again after a dropped connection, with the same Message-ID if the server may have it', async () => {
    const server = await startServer()
    const { platform, send, outbox, due } = await open(kind, server.port)
    server.drop('before content')
    await send()
    await due(1, 5 * second)
    expect(server.mails).toEqual([])
    server.drop('after content')
    platform.pass(5 * second)
    mailerOf(platform).wake()
    await due(2, 30 * second)
    platform.pass(30 * second)
    mailerOf(platform).wake()
    await expect.poll(outbox).toEqual([])
    const ids = server.mails.map(({ message }) => /^Message-ID: (.+)\r$/m.exec(message)?.[1])
    expect(ids).toEqual([expect.stringContaining('@example.org>'), ids[0]])
  })

  test('is dropped when the server refuses it for good', async () => {
    const server = await startServer()
    const { send, outbox } = await open(kind, server.port)
    server.refuse(1, 550)
    await send()
    await expect.poll(outbox).toEqual([])
    expect(server.mails).toEqual([])
  })

  test('is not sent with less encryption than configured, and waits for the operator', async () => {
    const server = await startServer()
    const { send, due } = await open(kind, server.port, 'StartTLS')
    await send()
    await due(1, 5 * second)
    expect(server.mails).toEqual([])
  })
})

test('mail of a process that has died is sent once by the others', async () => {
  const server = await startServer()
  const { platform, outbox } = await open('PostgreSQL', server.port)
  await mailerOf(platform).enqueue(platform.db, mail)
  const other = await openPlatform(platform.config, platform.log, platform.now)
  onTestFinished(() => other.close())
  // An attempt that a process began and did not finish is repeated.
  const interrupted = { attempts: 1, due: platform.now() + 20 * second }
  await platform.db.updateTable('mails').set(interrupted).execute()
  platform.pass(20 * second)
  for (const { mailer } of [platform, other]) mailer?.wake()
  await server.next()
  await expect.poll(outbox).toEqual([])
  expect(server.mails).toHaveLength(1)
})

/** Starts a server that accepts connections and says nothing. Returns its port, and the connections. */
async function startSilentServer() {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  return { port: (silent.address() as AddressInfo).port, sockets }
}

test('a silent mail server delays neither senders nor the stop of the site', async () => {
  const { port, sockets } = await startSilentServer()
  const { platform, send } = await open('SQLite', port)
  for (let sent = 0; sent < 20; sent++) await send()
  await expect.poll(() => sockets).not.toHaveLength(0)
  const started = performance.now()
  await mailerOf(platform).close()
  expect(performance.now() - started).toBeLessThan(6_000)
})

test('mail is due 20 seconds after its process was killed, however long an attempt takes', async () => {
  const { port, sockets } = await startSilentServer()
  const { platform, send, due } = await open('SQLite', port)
  await send()
  await expect.poll(() => sockets).not.toHaveLength(0)
  await due(1, 20 * second)
  platform.pass(15 * second)
  await expect
    .poll(() => platform.db.selectFrom('mails').select('due').execute(), { timeout: 10_000 })
    .toEqual([{ due: platform.now() + 20 * second }])
})

test('no mailer exists without a mail server', async () => {
  expect((await openTestPlatform('SQLite')).mailer).toBeUndefined()
})
