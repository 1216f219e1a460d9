import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openLedger } from '../ledger/file/open.ts'
import { defaultStipend } from '../ledger/rules.ts'
import { mint } from '../testing/requests.ts'
import { quietly, startService, temporaryLedger } from '../testing/service.ts'
import { startHttp } from './server.ts'

test.each([
  ['/balance/', 'it is empty'],
  ['/transactions/', 'it is empty'],
  ['/balance/a%20b', 'it contains white space or a control character'],
  ['/balance/a%00', 'it contains white space or a control character'],
  [`/balance/${'a'.repeat(129)}`, 'it is longer than 128 bytes'],
  ['/balance/%', 'it is not percent-encoded UTF-8'],
  ['/balance/%ff', 'it is not percent-encoded UTF-8'],
])('%s names no user: %s', async (path, fault) => {
  const { client } = await startService()
  expect(await client.get(path)).toBe(`400 invalid user identifier: ${fault}`)
})

test('answers 503 if the ledger was closed during a request, so that the client can retry elsewhere', async () => {
  const { ledger, book, close } = await openLedger(temporaryLedger(), quietly)
  await close()
  const server = await startHttp({
    serving: () => ({ ledger, book }),
    stipend: defaultStipend,
    host: '127.0.0.1',
    port: 0,
    key: undefined,
    metricsText: async () => '',
    observe: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/mint`, {
    method: 'POST',
    body: JSON.stringify(mint),
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  await server.drain()
})

test('answers 500 and reports an unexpected error, even before the request is complete', async () => {
  const broken = new Error('broken')
  const reported: unknown[] = []
  const server = await startHttp({
    serving: () => ({ ledger: undefined, book: undefined }),
    stipend: defaultStipend,
    host: '127.0.0.1',
    port: 0,
    key: undefined,
    metricsText: async () => '',
    observe: () => {
      throw broken
    },
    onError: (error) => reported.push(error),
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/status`, {
    signal: AbortSignal.timeout(2_000),
  })
  expect([response.status, await response.text()]).toEqual([500, 'internal error'])
  expect(reported).toEqual([broken])
  await server.drain()
})

test('refuses unknown paths, other methods and large bodies', async () => {
  const { client, economy } = await startService()
  for (const path of ['/', '/nothing', '/balance', '/balance/a/b', '/transact/', '/mint/x']) {
    expect(await client.get(path)).toBe('404 not found')
  }
  const response = await fetch(`${economy.address}/mint`)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await client.post('/balance/user:1')).toBe('405 method not allowed')
  expect(await client.post('/mint', { ...mint, Note: 'x'.repeat(65_000) })).toBe('200')
  expect(await client.post('/mint', { ...mint, Note: 'x'.repeat(65_600) })).toBe(
    '413 body is larger than 64 KiB',
  )
  expect(await client.post('/mint', mint, { Origin: 'http://evil.test' })).toMatch(/^403 /)
  const chunked = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
  }).pipeThrough(cutAfter(4))
  const large = await fetch(`${economy.address}/mint`, { method: 'POST', body: chunked, duplex: 'half' })
  expect(large.status).toBe(413)
  expect(await client.get('/balance/user:1')).toBe('200 5')
})

test('requires the key for every request', async () => {
  const { client } = await startService({ key: 's3cret' })
  for (const headers of [{}, { Authorization: 'Bearer s3cre' }, { Authorization: 's3cret' }]) {
    expect(await client.get('/health', headers)).toBe('401 unauthorized')
    expect(await client.post('/mint', mint, headers)).toBe('401 unauthorized')
  }
  expect(await client.get('/health', { Authorization: 'Bearer s3cret' })).toBe('200 OK')
})

test('closes at once with idle connections, and soon with stalled ones', async () => {
  const { client, economy } = await startService()
  await client.mint('user:1', 5)
  const silent = connect(economy.port, '127.0.0.1')
  const stalled = connect(economy.port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(stalled, 'connect')])
  stalled.write('POST /mint HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n')
  await once(stalled, 'data')
  const gone = Promise.all([once(silent.resume(), 'close'), once(stalled.resume(), 'close')])
  const start = performance.now()
  await Promise.all([economy.close(), economy.close()])
  expect(performance.now() - start).toBeLessThan(8_000)
  await gone
})

function cutAfter(chunks: number): TransformStream<Uint8Array, Uint8Array> {
  let left = chunks
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk)
      if (--left === 0) controller.terminate()
    },
  })
}

test.each([
  '/health',
  '/metrics',
  '/currentStipend',
  '/balance/user:1',
  '/transactions',
  '/transactions/user:1',
])('answers HEAD %s as it answers GET, without the body', async (path) => {
  const { client } = await startService()
  await client.mint('user:1', 5)
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(client.address + path, { method })),
  )
  expect([head?.status, await head?.text()]).toEqual([200, ''])
  expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'))
  expect(Number(head?.headers.get('content-length'))).toBeGreaterThan(0)
})

test('refuses HEAD where only POST is allowed, and an identifier that GET refuses', async () => {
  const { client } = await startService()
  const head = (path: string) => fetch(client.address + path, { method: 'HEAD' })
  expect((await head('/mint')).status).toBe(405)
  expect((await head('/balance/')).status).toBe(400)
  const post = await fetch(`${client.address}/health`, { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
