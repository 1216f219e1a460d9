import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import { Model, type Step, users } from '../testing/model.ts'
import { drivers, fastLedger, spawnService, startService, temporaryLedger } from '../testing/service.ts'
import { aim, aimedStep, clockStepMs } from '../testing/steps.ts'

const mint = '{"To":"user:1","Amount":1,"Note":"n"}'
const post = (body: string, headers = '') =>
  `POST /mint HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends requests, the last of which closes the connection, and returns all responses. */
async function exchange(port: number, requests: string): Promise<string> {
  const socket = await open(port)
  socket.write(requests)
  return (await buffer(socket)).toString()
}

test.each(drivers)('gives the same results as the model (%s)', async (driver) => {
  const path = fastLedger()
  let runs = 0
  // The ledger in PostgreSQL uses the database's clock.
  const clock = driver === 'file' ? clockStepMs : fc.constant(0)
  const sequence = fc.array(fc.record({ aimed: aimedStep, clock }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      let now = 1_700_000_000_000
      const { client, economy } = await startService({
        driver,
        ledgerFile: `${path}-${runs++}/ledger`,
        now: () => now,
      })
      const model = new Model()
      for (const { aimed, clock } of steps) {
        now += clock
        const asked = aim(aimed, model)
        const expected = model.submit(asked, now)
        expect(await client.post(...requestOf(asked))).toBe(answerOf(expected))
      }
      for (const name of users) {
        expect(await client.get(`/balance/${encodeURIComponent(name)}`)).toBe(`200 ${model.balance(name)}`)
      }
      await economy.close()
    }),
    { numRuns: driver === 'file' ? cases(20, 100) : cases(4, 10) },
  )
})

function requestOf({
  proposal,
  key,
  stipendIntervalMs,
}: Step): [string, string | undefined, Record<string, string>] {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  if (stipendIntervalMs !== undefined && proposal.Type === 'Mint')
    return [`/stipend/${encodeURIComponent(proposal.To)}`, undefined, headers]
  const { Type, ...body } = proposal
  const path = { Transaction: '/transact', Mint: '/mint', Burn: '/burn' }[Type]
  // Bigints pass through JSON as marked texts, and become numbers when the marks are removed.
  const marked = JSON.stringify(body, (_name, value) => (typeof value === 'bigint' ? `#${value}` : value))
  const text = marked.replaceAll(/"#(\d+)"/g, '$1')
  return [path, text, headers]
}

function answerOf(outcome: string): string {
  if (outcome === 'accepted') return '200'
  return outcome === 'key used' ? '409 idempotency key was used for another event' : `400 ${outcome}`
}

const junk = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom(mint, '{"From":"a","To":"b","Amount":1,"Note":"n","Returns":{"asset-1":1},"Fee":0.1}'),
      fc.nat(),
      fc.string({ maxLength: 3 }),
    )
    .map(([body, at, piece]) => {
      const place = at % body.length
      return body.slice(0, place) + piece + body.slice(place + 1)
    }),
)

test('answers arbitrary bodies and paths with documented statuses', async () => {
  const { client, ledgerFile, economy } = await startService({ ledgerFile: fastLedger() })
  const path = fc.oneof(
    fc.constantFrom(
      '/mint',
      '/burn',
      '/transact',
      '/stipend/a',
      '/balance/a',
      '/transactions/a',
      '/transactions',
    ),
    fc.webPath(),
    fc.string().map((text) => `/balance/${encodeURIComponent(text.toWellFormed())}`),
    fc.string().map((text) => `/transactions/${text.replaceAll(/[^!-~]/g, '%')}?before=%`),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST'), path, junk, async (method, where, body) => {
      const sent = method === 'POST' ? { method, body: Buffer.from(body) } : { method }
      const response = await fetch(client.address + where, sent)
      const text = await response.text()
      expect([200, 400, 404, 405]).toContain(response.status)
      if (response.status >= 400) expect(text).not.toMatch(/^$|\n$/)
    }),
    { numRuns: cases(150, 1_500) },
  )
  const balances = new Set(readFileSync(ledgerFile, 'utf8').match(/(?<="To":")[^"\\]+/g) ?? [])
  await economy.close()
  // All accepted events can be replayed.
  const again = await startService({ ledgerFile })
  for (const user of balances) {
    expect(await again.client.get(`/balance/${encodeURIComponent(user)}`)).toMatch(/^200 \d+$/)
  }
})

test('answers 400 to bytes that are not HTTP, and records nothing', async () => {
  const { client, economy } = await startService()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const socket = connect(economy.port, '127.0.0.1').end(bytes)
      const answer = (await buffer(socket)).toString()
      expect(answer).toMatch(/^(HTTP\/1\.1 (400|431) |$)/)
    }),
    { numRuns: cases(40, 200) },
  )
  expect(await client.get('/transactions')).toBe('200 []')
})

test('answers pipelined requests in order', async () => {
  const { economy, client } = await startService()
  const requests = Array.from({ length: 200 }, (_, n) => post(mint, `Idempotency-Key: ${n % 100}\r\n`))
  const balance = 'GET /balance/user:1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answers = await exchange(economy.port, requests.join('') + balance)
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(201)
  expect(await client.get('/balance/user:1')).toBe('200 100')
})

test('accepts a body in chunks, even of one byte each', async () => {
  const { economy, client } = await startService()
  const chunks = [...mint].map((letter) => `1\r\n${letter}\r\n`).join('')
  const head = 'POST /mint HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
  expect(await exchange(economy.port, `${head}${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await client.get('/balance/user:1')).toBe('200 1')
})

test('records nothing for half a body, and delays no other request', async () => {
  const { economy, client } = await startService()
  const whole = post(mint)
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(economy.port)))
  for (const [index, socket] of sockets.entries())
    socket.write(whole.slice(0, whole.length - 1 - (index % 37)))
  expect(await client.mint('user:2', 1)).toBe('200')
  for (const socket of sockets) socket.destroy()
  expect(await client.mint('user:2', 1)).toBe('200')
  expect(await client.get('/transactions/user:1')).toBe('200 []')
})

test('answers 408 to a slow body and closes the connection', async () => {
  const { economy, client } = await startService({ requestMsMax: 400 })
  const socket = await open(economy.port)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => (answer += text))
  socket.write('POST /mint HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n')
  const drip = setInterval(() => socket.write('"'), 50)
  // Later bytes reset the connection, so the response may be followed by an error.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  // On a busy machine, this request may be too slow as well.
  await expect.poll(() => client.get('/transactions')).toBe('200 []')
})

test.each(drivers)('lets 64 connections spend no more than one balance (%s)', async (driver) => {
  const { economy, client } = await startService({ driver })
  await client.mint('user:1', 1000)
  const body = '{"From":"user:1","To":"shop","Amount":7,"Note":"n"}'
  const request = post(body).replace('/mint', '/transact')
  const last = request.replace('Host', 'Connection: close\r\nHost')
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => exchange(economy.port, request.repeat(4) + last)),
  )
  const statuses = answers.flatMap((answer) => answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [])
  expect(statuses).toHaveLength(320)
  expect(statuses.filter((status) => status === '200')).toHaveLength(142)
  expect(await client.get('/balance/user:1')).toBe('200 6')
  expect(await client.get('/balance/shop')).toBe('200 994')
})

test.skipIf(process.platform === 'win32')(
  'recovers from more connections than file descriptors',
  async () => {
    const ledgerFile = temporaryLedger()
    const service = await spawnService(ledgerFile, { setUp: 'ulimit -n 64' })
    const port = Number(new URL(service.client.address).port)
    const flood = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    await Promise.all(
      flood.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))),
    )
    for (const socket of flood) socket.destroy()
    await Promise.all(flood.map((socket) => socket.closed || once(socket, 'close')))
    // While the service has not seen them close, it resets further connections.
    const balance = () => service.client.get('/balance/user:1').catch((error: Error) => error.message)
    await expect.poll(balance).toBe('200 0')
    expect(await service.client.mint('user:1', 1)).toBe('200')
    expect(await service.client.get('/balance/user:1')).toBe('200 1')
    expect(await service.ended('SIGTERM')).toEqual({ code: 0, errors: '' })
  },
)

test.each([
  ['Content-Range: bytes 0-9/20', '400 Bad Request'],
  ['Content-Encoding: gzip', '415 Unsupported Media Type'],
  ['Content-Encoding: identity', '200 OK'],
])('answers an event with %s with %s', async (header, answer) => {
  const { economy, client } = await startService()
  const response = await exchange(economy.port, post(mint, `Connection: close\r\n${header}\r\n`))
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${answer}`))
  expect(await client.get('/balance/user:1')).toBe(answer === '200 OK' ? '200 1' : '200 0')
})
