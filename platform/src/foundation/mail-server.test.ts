import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { second } from '@baseplate/service/clock'
import { expect, onTestFinished, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import type { Mail } from './mail.ts'

const mail = { to: 'anna@example.org', kind: 'notice', subject: 'Hello', text: 'Hello' } as const

async function open(port: number) {
  const Email = { Host: '127.0.0.1', Port: port, Security: 'None', From: 'no-reply@example.org' } as const
  const platform = await openTestPlatform('SQLite', { Email })
  return { platform, outbox: () => platform.db.selectFrom('mails').selectAll().execute() }
}

async function send({ mailer, db }: Pick<TestPlatform, 'mailer' | 'db'>, one: Mail) {
  await mailer?.enqueue(db, one)
  mailer?.wake()
}

/** Starts a mail server that answers each command as told, or as usual. Returns its port, and the commands. */
async function startScripted(answerTo: (command: string) => string | undefined) {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const usual = (command: string) => {
    if (command.startsWith('EHLO')) return '250 mail.example'
    return command === 'DATA' ? '354 go on' : '250 OK'
  }
  const scripted = createServer((socket) => {
    sockets.add(socket)
    socket.write('220 mail.example\r\n')
    let inData = false
    createInterface({ input: socket }).on('line', (line) => {
      if (inData && line !== '.') return
      inData = line === 'DATA'
      commands.push(line)
      socket.write(`${answerTo(line) ?? usual(line)}\r\n`)
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(scripted, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    scripted.close()
  })
  return { port: (scripted.address() as AddressInfo).port, commands }
}

test.each([
  ['EHLO', '504 5.5.2 <[127.0.0.1]>: Helo command rejected: need fully-qualified hostname'],
  ['MAIL', '530 5.7.0 Authentication required'],
  ['MAIL', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['MAIL', '501 5.1.7 Bad sender address syntax'],
  ['RCPT', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname'],
  ['RCPT', '554 5.7.1 <anna@example.org>: Relay access denied'],
  ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
])('mail waits when the server refuses the set-up after %s: %s', async (command, answer) => {
  const { port } = await startScripted((line) =>
    line.startsWith(command) || (command === 'EHLO' && line.startsWith('HELO')) ? answer : undefined,
  )
  const { platform, outbox } = await open(port)
  await send(platform, mail)
  await expect.poll(outbox).toMatchObject([{ attempts: 1, due: platform.now() + 5 * second }])
})

test('a mail that its recipient puts off does not hold up the others', async () => {
  const { port, commands } = await startScripted((line) =>
    line.startsWith('RCPT TO:<anna') ? '450 4.2.0 Greylisted' : undefined,
  )
  const { platform, outbox } = await open(port)
  await platform.mailer?.enqueue(platform.db, mail)
  platform.pass(1)
  await send(platform, { ...mail, to: 'ben@example.org' })
  await expect.poll(outbox).toMatchObject([{ recipient: mail.to, attempts: 1 }])
  expect(commands).toContain('RCPT TO:<ben@example.org>')
})

test('the site introduces itself with its host name, or with the domain of its sender', async () => {
  for (const [baseUrl, name] of [
    ['https://play.example', 'play.example'],
    ['http://localhost:3000', 'example.org'],
    ['http://192.0.2.1', 'example.org'],
  ] as const) {
    const { port, commands } = await startScripted(() => undefined)
    const Email = {
      Host: '127.0.0.1',
      Port: port,
      Security: 'None',
      From: 'Us <no-reply@example.org>',
    } as const
    await send(await openTestPlatform('SQLite', { Email }, { BASE_URL: baseUrl }), mail)
    await expect.poll(() => commands).toContain('MAIL FROM:<no-reply@example.org>')
    expect(commands[0]).toBe(`EHLO ${name}`)
  }
})
