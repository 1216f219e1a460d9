import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientRequestCheck } from '@baseplate/client-api/classic/paths'
import { Refused } from '@baseplate/platform/foundation/errors'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from './refuse.ts'

const isForClients = clientRequestCheck([])

interface Asking {
  accept?: string
  method?: string
  path?: string
}

async function refused(
  reason: Parameters<typeof refuse>[2],
  { accept = '*/*', method = 'GET', path = '/games' }: Asking,
): Promise<{ response: Response; text: string }> {
  const server = createServer((request, response) => {
    request.isForClients = isForClients(request)
    refuse(request, response, reason)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const headers = { accept, connection: 'close' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  return { response, text: await response.text() }
}

test.each([
  [400, 'requests.host_invalid', 400, null],
  [403, 'requests.cross_site', 403, null],
  [408, 'requests.too_slow', 408, null],
  [413, 'requests.too_large', 413, null],
  [415, 'requests.encoded', 415, null],
  [421, 'requests.other_host', 421, null],
  [429, 'requests.too_many', 429, '10'],
  [503, 'requests.bodies_busy', 503, '1'],
  ['partial', 'requests.partial', 400, null],
] as const)('refuses a program that accepts JSON: %s as %s', async (reason, code, status, retryAfter) => {
  const { response, text } = await refused(reason, { accept: 'application/json' })
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json'])
  expect(response.headers.get('retry-after')).toBe(retryAfter)
  expect(JSON.parse(text)).toEqual({ message: new Refused(code).message, code })
})

test.each(['POST', 'PUT', 'PATCH'])('refuses a %s that accepts anything with JSON', async (method) => {
  const { text } = await refused(413, { method, path: '/place/1/name?/join' })
  expect(JSON.parse(text)).toEqual({ message: 'The request is too large', code: 'requests.too_large' })
})

test('refuses a program that asks for a page with one sentence', async () => {
  const { response, text } = await refused(429, { accept: '*/*' })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toBe('Too many requests from your address')
})

test.each([
  ['GET', '/game/join?ticket=x', '*/*'],
  ['POST', '/Game/ServerPresence', '*/*'],
  ['GET', '/asset?id=1', 'application/json'],
])('refuses a game client with the message alone: %s %s', async (method, path, accept) => {
  const { response, text } = await refused(429, { method, path, accept })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toBe('Too many requests from your address')
})

test('refuses a browser with a page that says what to do, in both shipped languages', async () => {
  const { response, text } = await refused(429, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(response.headers.get('retry-after')).toBe('10')
  expect(text).toContain('<h1>Too many requests from your address</h1>')
  expect(text).toContain('Wait a moment, then reload this page.')
  expect(text).toContain('Warte kurz und lade die Seite dann neu.')
})
