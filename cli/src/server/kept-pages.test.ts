import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startSiteServer } from '../testing/site-server.ts'

/** A number that no other page has. */
let rendered = 0

/** Renders a page that visitors share until a time. */
const sharing =
  (until: number, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (asked, response) => {
    const body = Buffer.from(`page ${++rendered}`)
    asked.baseplate?.keep?.(body, until)
    response.writeHead(status, { 'Content-Type': 'text/html', 'Content-Length': body.length, ...headers })
    response.end(body)
  }

interface Asked {
  path?: string
  method?: string
  headers?: Record<string, string>
}

async function ask(port: number, { path = '/games', method = 'GET', headers = {} }: Asked = {}) {
  const asked = request({ port, path, method, headers }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { date, 'x-request-id': id, 'keep-alive': _, ...kept } = response.headers
  return { body: await text(response), id, headers: kept }
}

/** Asks twice, the second time with these differences. Returns whether both got the same page. */
async function isShared(pages: RequestListener, second: Asked, first: Asked = {}): Promise<boolean> {
  const { port } = await startSiteServer({ pages })
  const page = await ask(port, first)
  return (await ask(port, second)).body === page.body
}

test('sends a shared page a second time with the same headers and another id', async () => {
  const { port } = await startSiteServer({ pages: sharing(Number.POSITIVE_INFINITY) })
  const one = await ask(port, { headers: { 'User-Agent': 'one' } })
  const other = await ask(port, { headers: { 'User-Agent': 'other', 'Sec-Fetch-Site': 'none' } })
  expect(other.body).toBe(one.body)
  expect(other.headers).toEqual(one.headers)
  expect(other.id).not.toBe(one.id)
})

test.each<[string, Asked]>([
  ['another address', { path: '/games?sort=new' }],
  ['another language', { headers: { 'Accept-Language': 'de' } }],
  ['another format', { headers: { Accept: 'application/json' } }],
  ['another coding', { headers: { 'Accept-Encoding': 'br' } }],
  ['a cookie', { headers: { Cookie: 'session=x' } }],
  ['a credential', { headers: { Authorization: 'Basic eA==' } }],
  ['a condition', { headers: { 'If-None-Match': '"b"' } }],
  ['the name of a site', { headers: { Origin: 'http://other.example' } }],
  ['a header of scripts', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }],
  ['the method HEAD', { method: 'HEAD' }],
  ['an address of more than 500 characters', { path: `/games?${'x'.repeat(500)}` }],
])('a request with %s gets a page of its own', async (_, asked) => {
  expect(await isShared(sharing(Number.POSITIVE_INFINITY), asked)).toBe(false)
  // Nor is its page kept for requests without.
  expect(await isShared(sharing(Number.POSITIVE_INFINITY), {}, asked)).toBe(false)
})

test.each<[string, RequestListener]>([
  ['is stale', sharing(0)],
  ['sets a cookie', sharing(Number.POSITIVE_INFINITY, { 'Set-Cookie': 'language=de' })],
  ['is a fault', sharing(Number.POSITIVE_INFINITY, {}, 503)],
  [
    'has another coding than the one asked for',
    sharing(Number.POSITIVE_INFINITY, { 'Content-Encoding': 'br' }),
  ],
])('does not keep a page that %s', async (_, pages) => {
  expect(await isShared(pages, {})).toBe(false)
})

test('does not keep pages that nobody shares', async () => {
  expect(await isShared((_, response) => response.end(`page ${++rendered}`), {})).toBe(false)
})
