import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowOn, embedded } from '../support/databases.ts'
import { register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const none = { count: 0, more: false }
const nothingElse = {
  ...{ places: [], assets: [], groups: [] },
  corrected: null,
  found: { users: none, places: none, assets: none, groups: none },
}

describe.each(embedded)('search on %s', (kind) => {
  let product: Product

  beforeAll(async () => {
    product = await borrowOn(kind)
    for (const name of ['Founder', 'Joanna', 'ANNA', 'anna_b']) await register(product.baseUrl, name)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('returns ranked people to programs, with the cursor of the next page', async () => {
    const person = await register(product.baseUrl, 'Seeker')
    const answer = await person.get('/search?q=anna')
    expect(answer.status).toBe(200)
    const someone = (username: string) => ({
      id: expect.stringMatching(/^[a-z0-9]{15}$/),
      username,
      friendship: 'open',
      playing: null,
      joinable: false,
      online: true,
      lastSeen: expect.any(Number),
      // The portrait may or may not be rendered by now.
      portrait: expect.toSatisfy((portrait) => portrait === null || typeof portrait === 'string'),
    })
    expect(await answer.json()).toEqual({
      q: 'anna',
      users: ['ANNA', 'anna_b', 'Joanna'].map(someone),
      next: null,
      ...nothingElse,
      found: { ...nothingElse.found, users: { count: 3, more: false } },
    })
    const people = await (await person.get('/search?q=anna&in=people')).json()
    expect(people).toEqual({ q: 'anna', users: ['ANNA', 'anna_b', 'Joanna'].map(someone), next: null })
    const empty = { users: [], next: null, ...nothingElse }
    expect(await (await person.get('/search')).json()).toEqual({ q: '', ...empty })
    expect(await (await person.get('/search?q=%25')).json()).toEqual({ q: '%', ...empty })
  })

  test('refuses an invalid search with a sentence', async () => {
    const person = await register(product.baseUrl, 'Prober')
    for (const [query, refused] of [
      [`q=${'x'.repeat(101)}`, { message: 'Use at most 100 characters', codes: { q: 'input.too_long' } }],
      [
        'q=anna&cursor=nonsense',
        { message: 'This page of the list doesn’t exist', code: 'input.page_not_found' },
      ],
    ] as const) {
      const answer = await person.get(`/search?${query}`)
      expect([answer.status, await answer.json()]).toEqual([400, refused])
      expect((await person.get(`/search?${query}`, 'text/html')).status).toBe(400)
    }
    expect((await person.get('/search?q=%00%ff%22%20OR%20')).status).toBe(200)
  })

  test('leads a visitor without a session to the sign-in page', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const answer = await visitor(product.baseUrl).get('/search?q=anna', accept)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
    }
  })

  test('escapes the searched text in the page', async () => {
    const person = await register(product.baseUrl, 'Writer')
    const page = await (await person.get(`/search?q=${encodeURIComponent('"><script>')}`, 'text/html')).text()
    expect(page).not.toContain('"><script>')
    expect(page).toContain('value="&quot;>&lt;script>"')
  })
})
