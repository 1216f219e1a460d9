import { createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../testing/mail-server.ts'
import { parseConfig } from './config/load.ts'
import { createMailer } from './mail.ts'

const mail = { to: 'anna+games@example.org', subject: 'Grüße', text: 'Hello\n.\nBcc: all@example.org\n' }

const senderName = async () => 'Our games'

function open(port: number, retries: number[], lines: string[] = []) {
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const config = parseConfig(
    {
      Email: { Host: '127.0.0.1', Port: port, Security: 'None', From: 'no-reply@example.org' },
    },
    {},
    '/',
  )
  const mailer = createMailer(config, log, senderName, retries)
  if (!mailer) throw new Error('there is a server, and no mailer')
  onTestFinished(() => mailer.close())
  return { mailer, lines }
}

test('creates no mailer without a mail server', () => {
  expect(createMailer(parseConfig({}, {}, '/'), pino({ level: 'silent' }), senderName)).toBeUndefined()
})

test('delivers a complete mail to its one recipient', async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  open(server.port, []).mailer.send(mail)
  const { to, message } = await server.next()
  expect(to).toBe('anna+games@example.org')
  expect(message).toMatch(/^From: Our games <no-reply@example.org>\r$/m)
  expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(message.split('\r\n\r\n')[1]).toContain('Bcc: all@example.org')
  expect(server.mails).toHaveLength(1)
})

test('retries a mail server that is away or answers with a temporary error', async () => {
  const probe = await startMailServer()
  const { port } = probe
  await probe.close()
  const { mailer, lines } = open(port, [50, 50, 50, 50, 50, 50, 50, 50])
  mailer.send(mail)
  await expect.poll(() => lines.join()).toContain('will be retried')
  const server = await startMailServer(port)
  onTestFinished(server.close)
  await server.next()
  server.refuse(2, 451)
  mailer.send(mail)
  await server.next()
  expect(server.mails).toHaveLength(2)
})

test('drops mail that is refused for good, and mail that waits when the site stops', async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  const { mailer, lines } = open(server.port, [10, 60_000])
  server.refuse(1, 550)
  mailer.send(mail)
  await expect.poll(() => lines.join()).toContain('was dropped')
  server.refuse(9, 451)
  mailer.send(mail)
  await expect.poll(() => lines.join()).toContain('60000')
  await mailer.close()
  expect(lines.join()).toContain('dropped mail that was waiting for a retry')
  expect(server.mails).toEqual([])
})

test('a silent mail server delays neither senders nor the stop of the site', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const { mailer } = open(typeof address === 'object' && address ? address.port : 0, [])
  const started = performance.now()
  for (let sent = 0; sent < 20; sent++) mailer.send(mail)
  expect(performance.now() - started).toBeLessThan(2_000)
  // Nor the end of the site.
  await mailer.close()
  expect(performance.now() - started).toBeLessThan(8_000)
})

test('sends nothing with less encryption than configured', async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const config = parseConfig({ Email: { Host: '127.0.0.1', Port: server.port, From: 'a@b' } }, {}, '/')
  const mailer = createMailer(config, log, senderName, [])
  onTestFinished(async () => mailer?.close())
  mailer?.send(mail)
  await expect.poll(() => lines.join()).toContain('was dropped')
  expect(server.mails).toEqual([])
})
