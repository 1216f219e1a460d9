import type { RequestEvent } from '@sveltejs/kit'
import { describe, expect, test } from 'vitest'
import { ownPath, rememberDestination, takeDestination } from './destination.ts'

const navigation = { accept: 'text/html', host: 'play.example' }

/** A visitor's request event, as far as destinations read it, and its cookies. */
function visit(
  path: string,
  {
    method = 'GET',
    headers = navigation as Record<string, string>,
    isDataRequest = false,
    cookie = undefined as string | undefined,
  } = {},
) {
  const url = new URL(path, 'http://play.example')
  const jar = new Map(cookie === undefined ? [] : [['destination', cookie]])
  const event = {
    url,
    request: { method, headers: new Headers(headers) },
    isDataRequest,
    isSubRequest: false,
    cookies: {
      get: (name: string) => jar.get(name),
      set: (name: string, value: string) => jar.set(name, value),
      delete: (name: string) => jar.delete(name),
    },
    locals: { platform: { config: { baseUrl: 'http://play.example' } } },
  } as unknown as RequestEvent
  return { event, jar }
}

/** Returns what a visitor's browser remembers after the request. */
function remembered(...request: Parameters<typeof visit>): string | undefined {
  const { event, jar } = visit(...request)
  rememberDestination(event)
  return jar.get('destination')
}

test('a page that needs a session is remembered with its query', () => {
  expect(remembered('/catalog/123456789/Crown?tab=comments')).toBe('/catalog/123456789/Crown?tab=comments')
  expect(remembered('/friends', { isDataRequest: true, headers: {} })).toBe('/friends')
})

describe('a refused form leads back to', () => {
  const post = { method: 'POST', headers: { ...navigation } }

  test('the page that it was on', () => {
    const headers = { ...navigation, referer: 'http://play.example/report?type=place&id=1' }
    expect(remembered('/report?/report', { ...post, headers })).toBe('/report?type=place&id=1')
  })

  test('the page of its action when another site names itself', () => {
    const headers = { ...navigation, referer: 'http://elsewhere.example/trap' }
    expect(remembered('/settings?/profile', { ...post, headers })).toBe('/settings')
  })
})

test.each([
  ['a picture', { headers: { ...navigation, 'sec-fetch-dest': 'image' } }],
  ['a prefetch', { headers: { ...navigation, 'sec-purpose': 'prefetch;prerender' } }],
  ['a program', { headers: { accept: 'application/json' } }],
])('%s leaves the destination as it is', (_, request) => {
  expect(remembered('/settings', { ...request, cookie: '/friends' })).toBe('/friends')
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/.//elsewhere.example/',
  'javascript:alert(1)',
  '/login',
  '/logout',
  '/',
  '',
  `/${'a'.repeat(1_000)}`,
])('%j is no destination', (path) => {
  expect(ownPath(path)).toBeUndefined()
  expect(takeDestination(visit('/login', { cookie: path }).event)).toBe('/home')
})

test('a destination leads there once, then home', () => {
  const { event } = visit('/login', { cookie: '/place/123456789/Harbour' })
  expect(takeDestination(event)).toBe('/place/123456789/Harbour')
  expect(takeDestination(event)).toBe('/home')
})
