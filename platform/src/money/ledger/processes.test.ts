import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { createAskEconomy, isUnsent } from './request.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const read = { timeoutMs: 3_000 }
const payment = { timeoutMs: 3_000, body: '{}' }

/** Starts processes that answer like this, and notes the number of each process that is asked. */
async function start(
  answers: Answer[],
  { key, readsOnStandby = false }: { key?: string; readsOnStandby?: boolean } = {},
) {
  const asked: number[] = []
  const servers = await Promise.all(
    answers.map((answer, number) =>
      startWebServer((request, response) => {
        asked.push(number)
        request.resume()
        answer(response, request)
      }),
    ),
  )
  const [url = '', ...others] = servers.map((server) => server.url)
  const ask = createAskEconomy({
    economy: { url, others, key, elsewhere: true, host: '', port: 0, readsOnStandby },
  })
  return { ask, asked, urls: [url, ...others] }
}

const writer: Answer = (response) => response.end('written')
const standby =
  (location: () => string = () => ''): Answer =>
  (response) =>
    response
      .writeHead(503, { 'retry-after': '1', ...(location() && { location: location() }) })
      .end('standby')

test('a request goes to the writer that a standby names, and later ones go there at once', async () => {
  let named = ''
  const { ask, asked, urls } = await start([standby(() => named), standby(), writer])
  named = `${urls[2]}/mint`
  expect((await ask('POST', '/mint', payment)).text).toBe('written')
  expect((await ask('POST', '/mint', payment)).text).toBe('written')
  expect(asked).toEqual([0, 2, 2])
})

test('a standby that names an unknown process, or itself, makes the next one be asked', async () => {
  let named = 'http://192.0.2.1:1/mint'
  const { ask, asked, urls } = await start([standby(() => named), writer])
  expect((await ask('POST', '/mint', payment)).text).toBe('written')
  const other = await start([standby(() => named), writer])
  named = `${other.urls[0]}/mint`
  expect((await other.ask('POST', '/mint', payment)).text).toBe('written')
  expect([asked, other.asked, urls.length]).toEqual([[0, 1], [0, 1], 2])
})

test('a payment that no standby accepts in time ends with their answer', async () => {
  const { ask, asked } = await start([standby(), standby()])
  const { status, text } = await ask('POST', '/mint', { ...payment, timeoutMs: 2_000 })
  expect([status, text]).toEqual([503, 'standby'])
  expect(new Set(asked)).toEqual(new Set([0, 1]))
  // They are asked in rounds, with a tenth of a second in between.
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.length).toBeLessThan(60)
})

test('a refusal or a fault of the writer is its answer, and no other process is asked', async () => {
  for (const status of [400, 500, 503]) {
    const { ask, asked } = await start([(response) => response.writeHead(status).end('no'), writer])
    expect((await ask('POST', '/mint', payment)).status).toBe(status)
    expect(asked).toEqual([0])
  }
})

test('a payment to a process that is off goes to the next one, because it was not sent', async () => {
  const { asked, urls } = await start([writer])
  const [other = ''] = urls
  const off = `http://127.0.0.1:${await freePort()}`
  const ask = createAskEconomy({
    economy: { url: off, others: [other], elsewhere: true, host: '', port: 0 },
  })
  expect((await ask('POST', '/mint', payment)).text).toBe('written')
  expect(asked).toEqual([0])
})

test('pages are read from a standby that is a second late at most, and payments are not sent there', async () => {
  const ages: unknown[] = []
  const { ask, asked } = await start(
    [
      writer,
      (response, { headers }) => {
        ages.push(headers['max-staleness'])
        response.end('copied')
      },
    ],
    { readsOnStandby: true },
  )
  expect((await ask('GET', '/balance/a', { ...read, forPage: true })).text).toBe('copied')
  expect((await ask('GET', '/balance/a', read)).text).toBe('written')
  expect((await ask('POST', '/mint', payment)).text).toBe('written')
  expect([ages, asked]).toEqual([['1'], [1, 0, 0]])
})

test('pages are read from the writer unless the configuration says otherwise', async () => {
  const { ask, asked } = await start([writer, writer])
  await ask('GET', '/balance/a', { ...read, forPage: true })
  expect(asked).toEqual([0])
})

test('a page gets the refusal of a standby, such as that of an unknown account', async () => {
  const { ask, asked } = await start([writer, (response) => response.writeHead(404).end('none')], {
    readsOnStandby: true,
  })
  expect((await ask('GET', '/balance/a', { ...read, forPage: true })).status).toBe(404)
  expect(asked).toEqual([1])
})

test('a page is read from the writer if the connection to the standby breaks', async () => {
  const { ask, asked } = await start([writer, (response) => response.destroy()], { readsOnStandby: true })
  expect((await ask('GET', '/balance/a', { ...read, forPage: true })).text).toBe('written')
  expect(asked).toEqual([1, 0])
})

test('requests have the key of the service, and follow no redirection', async () => {
  const keys: unknown[] = []
  const { ask } = await start(
    [
      (response, { headers }) => {
        keys.push(headers.authorization)
        response.writeHead(302, { location: '/elsewhere' }).end()
      },
    ],
    { key: 'secret' },
  )
  expect((await ask('GET', '/balance/a', read)).status).toBe(302)
  expect(keys).toEqual(['Bearer secret'])
})

const failure = (cause?: unknown) => new TypeError('fetch failed', { cause })

test.each([
  [failure(Object.assign(new Error(), { code: 'ECONNREFUSED' })), true],
  [failure(Object.assign(new Error(), { code: 'ENOTFOUND' })), true],
  [failure(Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' })), true],
  [failure(Object.assign(new Error(), { code: 'ECONNRESET' })), false],
  [failure(new Error('the other side closed')), false],
  [failure(), false],
  [failure('a text'), false],
  [failure({ code: 'ECONNREFUSED' }), false],
  ['a text', false],
  [undefined, false],
])('after the failure %o, a request was not sent: %s', (error, unsent) => {
  expect(isUnsent(error)).toBe(unsent)
})
