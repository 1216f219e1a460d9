import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import { startOrchestrator } from '../testing/orchestrator.ts'

const exchange = async (port: number, request: string | Uint8Array) => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return (await buffer(socket.end(request))).toString()
}

test('answers invalid requests with text, and starts nothing', async () => {
  const { client, processes } = await startOrchestrator()
  const table: [string, string, unknown, string][] = [
    ['GET', '/health', undefined, '200 OK'],
    ['POST', '/health', '', '405 method not allowed'],
    ['POST', '/1', '', '405 method not allowed'],
    ['PUT', '/', '', '405 method not allowed'],
    ['PUT', '/nothing', '', '404 not found'],
    ['PUT', '/0', '', '404 not found'],
    ['PUT', '/01', '', '404 not found'],
    ['PUT', '/-1', '', '404 not found'],
    ['PUT', '/1.5', '', '404 not found'],
    ['PUT', '/9999999999999999', '', '404 not found'],
    ['PUT', '/1/', '', '404 not found'],
    ['PUT', '/1/2', '', '404 not found'],
    ['PUT', '/%31', '', '404 not found'],
    ['PUT', '/__proto__', '', '404 not found'],
    ['PUT', '/1', '{', '400 the body is not JSON'],
    ['PUT', '/1', '"x"', '400 the body must be a JSON object'],
    ['PUT', '/1', { ticket: 'a b' }, '400 ticket must be 1 to 64 letters or digits'],
    ['PUT', '/1', { run: '../1' }, '400 run must be 1 to 64 letters or digits'],
    ['PUT', '/1', { serveUrl: 7 }, '400 serveUrl must be an http address of at most 2000 characters'],
    [
      'PUT',
      '/1',
      { serveUrl: 'file:///etc' },
      '400 serveUrl must be an http address of at most 2000 characters',
    ],
    [
      'PUT',
      '/1',
      { baseUrl: 'ftp://site' },
      '400 baseUrl must be an http address of at most 2000 characters',
    ],
    [
      'PUT',
      '/1',
      { placeName: 'a\0b' },
      '400 placeName must be a text of at most 1000 characters without NUL',
    ],
    ['PUT', '/1', { maxPlayers: '7' }, '400 maxPlayers must be a whole number from 1'],
    ['PUT', '/1', { placeVersion: 0 }, '400 placeVersion must be a whole number from 1'],
    ['PUT', '/1', ' '.repeat(65_537), '413 the body is larger than 64 KiB'],
    ['POST', '/presence', '', '400 the body must be a JSON array'],
    ['POST', '/presence', [[1, { players: -1 }]], expect.stringMatching(/^400 each entry must be/) as string],
    ['POST', '/presence', [[1, null]], expect.stringMatching(/^400 each entry must be/) as string],
    ['POST', '/presence', [[1, { players: 1, silentSeconds: null }]], '204'],
    ['GET', '/1/log', undefined, '200'],
    ['GET', '/1/log?bytes=0', undefined, '400 bytes must be an integer from 1 to 1048576'],
    ['GET', '/1/log?bytes=1e9', undefined, '400 bytes must be an integer from 1 to 1048576'],
    ['GET', '/1', undefined, '200 {"placeId":1,"state":"stopped"}'],
    ['DELETE', '/1', undefined, '200 {"placeId":1,"state":"stopped"}'],
  ]
  for (const [method, path, body, answer] of table) {
    expect([method, path, await client.ask(method, path, body)]).toEqual([method, path, answer])
  }
  expect(processes()).toEqual([])
  const head = await client.send('PUT', '/health', '')
  expect(head.headers.get('allow')).toBe('GET')
})

test('refuses requests of web pages, with an Origin or with their own host name', async () => {
  const { client, orchestrator, processes } = await startOrchestrator(undefined, {
    privateHosts: ['servers.lan'],
  })
  const ask = (headers: string) =>
    exchange(orchestrator.privatePort, `GET / HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`)
  expect(await ask('Host: evil.example')).toMatch(
    /^HTTP\/1\.1 403 .*requests of web pages are not accepted$/s,
  )
  expect(await ask('Host: 127.0.0.1\r\nOrigin: http://evil.example')).toMatch(/^HTTP\/1\.1 403 /)
  expect(await ask('Host: 127.0.0.1\r\nOrigin: null')).toMatch(/^HTTP\/1\.1 403 /)
  for (const host of ['127.0.0.1:5', 'LOCALHOST', '[::1]:64990', 'servers.lan']) {
    expect(await ask(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 .*\[\]$/s)
  }
  const sent = await fetch(`${client.url}/1`, {
    method: 'PUT',
    headers: { Origin: 'http://site.example:3000' },
  })
  expect(sent.status).toBe(403)
  expect(processes()).toEqual([])
})

test.each([
  ['Content-Range', 'bytes 0-9/20', 400],
  ['Content-Encoding', 'gzip', 415],
])('refuses bodies with %s: %s, and starts nothing', async (name, value, status) => {
  const { client, orchestrator, processes } = await startOrchestrator()
  const headers = { [name]: value }
  const started = await fetch(`${client.url}/1`, { method: 'PUT', body: '{}', headers })
  const feed = await fetch(`http://127.0.0.1:${orchestrator.publicPort}/1`, { headers })
  expect([started.status, feed.status]).toEqual([status, status])
  expect(processes()).toEqual([])
})

test('requires the key for every path of the private API', async () => {
  const { client, orchestrator } = await startOrchestrator(undefined, { key: 'the key' })
  for (const path of ['/', '/health', '/metrics', '/1', '/1/log', '/nothing']) {
    expect(await client.ask('GET', path)).toBe('401 unauthorized')
  }
  const withKey = (key: string) =>
    fetch(`${client.url}/health`, { headers: { Authorization: key } }).then(({ status }) => status)
  expect(await Promise.all(['Bearer the key', 'bearer the key'].map(withKey))).toEqual([200, 200])
  expect(await Promise.all(['Bearer the kez', 'Bearer ', 'Basic the key', 'the key'].map(withKey))).toEqual(
    Array(4).fill(401),
  )
  // The public API needs no key.
  const events = await fetch(`http://127.0.0.1:${orchestrator.publicPort}/1`)
  expect(events.status).toBe(200)
  await events.body?.cancel()
})

test('survives arbitrary paths, bodies and bytes', async () => {
  const { client, orchestrator, processes } = await startOrchestrator()
  const path = fc.oneof(
    fc.webPath(),
    fc.constantFrom('/presence', '/1/log', '/', '/metrics', '//', '/1?', '/presence?x'),
    fc.string().map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH'),
      path,
      fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
      async (method, where, body) => {
        const sent = method === 'GET' ? { method } : { method, body: Buffer.from(body) }
        const response = await fetch(client.url + where, sent)
        await response.text()
        expect([200, 204, 400, 404, 405]).toContain(response.status)
      },
    ),
    { numRuns: cases(80, 500) },
  )
  for (const port of [orchestrator.privatePort, orchestrator.publicPort]) {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        expect(await exchange(port, bytes)).toMatch(/^(HTTP\/1\.1 (400|431) |$)/)
      }),
      { numRuns: cases(20, 100) },
    )
  }
  expect(processes()).toEqual([])
})
