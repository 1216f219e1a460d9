import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { createVisitorPages } from './visitor-pages.ts'

const text = 'Many games. '.repeat(1_000)

/** What the pages know of a visitor's request for `/games`. */
function visit(coding: 'br' | 'gzip' | undefined, now = 0): RequestEvent {
  return {
    url: new URL('http://play.example/games'),
    request: new Request('http://play.example/games'),
    route: { id: '/games' },
    isDataRequest: false,
    cookies: { getAll: () => [] },
    locals: { platform: { now: () => now } },
    platform: { req: { baseplate: { coding } } },
  } as unknown as RequestEvent
}

test('shares one render between visitors, in the coding that each prefers', async () => {
  const visitorPage = createVisitorPages()
  let renders = 0
  const render = async () => {
    renders++
    // As SvelteKit answers: with the length of the page.
    return new Response(text, { headers: { 'content-length': String(text.length) } })
  }
  const bytesOf = async (coding: 'br' | 'gzip' | undefined) => {
    const response = await visitorPage(visit(coding), render)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe(coding ?? null)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    return bytes
  }
  expect((await bytesOf(undefined)).toString()).toBe(text)
  for (const _ of ['compressed', 'kept']) {
    expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(text)
    expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(text)
  }
  expect(renders).toBe(1)
  await visitorPage(visit('br', 1_000), render)
  expect(renders).toBe(2)
})
