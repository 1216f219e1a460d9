import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from './refuse.ts'

async function refused(status: 403 | 429, accept: string): Promise<{ response: Response; text: string }> {
  const server = createServer((request, response) => refuse(request, response, status))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { accept, connection: 'close' } })
  return { response, text: await response.text() }
}

test('refuses a program with one sentence', async () => {
  const { response, text } = await refused(403, 'application/json')
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8'])
  expect(text).toBe('Cross-site requests are refused')
})

test('refuses a browser with a page that says what to do, in both shipped languages', async () => {
  const { response, text } = await refused(429, 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(response.headers.get('retry-after')).toBe('10')
  expect(text).toContain('<h1>Too many requests from your address</h1>')
  expect(text).toContain('Wait a moment, then reload this page.')
  expect(text).toContain('Warte kurz und lade die Seite dann neu.')
})
