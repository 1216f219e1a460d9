import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { createVisitorPages } from './visitor-pages.ts'

const text = 'Many games. '.repeat(1_000)

/** A visitor's request event, as far as the shared pages read it. */
function visit(
  now = 0,
  { path = '/games', cookies = [] as object[], coding = undefined as 'br' | 'gzip' | undefined } = {},
): RequestEvent {
  const url = new URL(path, 'http://play.example')
  return {
    url,
    request: new Request(url),
    route: { id: url.pathname },
    isDataRequest: false,
    cookies: { getAll: () => cookies },
    locals: {
      platform: { now: () => now, config: { baseUrl: url.origin } },
      actor: null,
      texts: { locale: 'en' },
    },
    platform: { req: { baseplate: { coding } } },
  } as unknown as RequestEvent
}

/** Renders that the test completes, in the order in which they started. */
function countRenders() {
  const started: PromiseWithResolvers<Response>[] = []
  const render = () => {
    const rendering = Promise.withResolvers<Response>()
    started.push(rendering)
    return rendering.promise
  }
  return { started, render }
}

test('shares one render between visitors, in the coding that each prefers', async () => {
  const visitorPage = createVisitorPages()
  let renders = 0
  const render = async () => {
    renders++
    // SvelteKit sets the length of the page.
    return new Response(text, { headers: { 'content-length': String(text.length) } })
  }
  const bytesOf = async (coding: 'br' | 'gzip' | undefined) => {
    const response = await visitorPage(visit(0, { coding }), render)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe(coding ?? null)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    return bytes
  }
  expect((await bytesOf(undefined)).toString()).toBe(text)
  for (const _ of ['compressed', 'cached']) {
    expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(text)
    expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(text)
  }
  expect(renders).toBe(1)
  await visitorPage(visit(1_000, { coding: 'br' }), render)
  expect(renders).toBe(2)
})

test('shares one render among 200 visitors at once, and its page with later ones for a second', async () => {
  const visitorPage = createVisitorPages()
  const { started, render } = countRenders()
  const responses = Promise.all(Array.from({ length: 200 }, () => visitorPage(visit(), render)))
  expect(started).toHaveLength(1)
  started[0]?.resolve(new Response('the games'))
  for (const response of await responses) expect(await response.text()).toBe('the games')
  expect(await (await visitorPage(visit(999), render)).text()).toBe('the games')
  void visitorPage(visit(1_000), render)
  expect(started).toHaveLength(2)
})

test('shares a render that takes longer than its page stays fresh', async () => {
  const visitorPage = createVisitorPages()
  const { started, render } = countRenders()
  const responses = [visitorPage(visit(), render), visitorPage(visit(5_000), render)]
  expect(started).toHaveLength(1)
  started[0]?.resolve(new Response('slow'))
  for (const response of responses) expect(await (await response).text()).toBe('slow')
})

type Rendering = PromiseWithResolvers<Response>

test.each([
  ['throws', ({ reject }: Rendering) => reject(new Error('broken'))],
  ['answers 503', ({ resolve }: Rendering) => resolve(new Response('later', { status: 503 }))],
])('does not cache a render that %s', async (_how, fail) => {
  const visitorPage = createVisitorPages()
  const { started, render } = countRenders()
  const outcomes = Promise.allSettled([visitorPage(visit(), render), visitorPage(visit(), render)])
  for (const rendering of started) fail(rendering)
  const [one, other] = await outcomes
  expect(one?.status).toBe(other?.status)
  const next = visitorPage(visit(), render)
  expect(started).toHaveLength(2)
  started[1]?.resolve(new Response('the games'))
  expect((await next).status).toBe(200)
})

test('renders other URLs, and requests with cookies, separately', () => {
  const visitorPage = createVisitorPages()
  const { started, render } = countRenders()
  void visitorPage(visit(), render)
  void visitorPage(visit(0, { path: '/games?sort=new' }), render)
  void visitorPage(visit(0, { cookies: [{ name: 'session', value: 'x' }] }), render)
  expect(started).toHaveLength(3)
})
