import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { borrowOn, databases } from '../support/databases.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

describe.each(databases)('accounts on %s', (kind) => {
  let product: Product

  beforeAll(async () => {
    product = await borrowOn(kind)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('makes the first account the administrator', async () => {
    const founder = visitor(product.baseUrl)
    const form = { username: 'Founder', password: 'x', cpassword: 'x' }
    const first = await founder.post('/register?/initialAccount', form)
    expect(first.status).toBe(302)
    expect(first.headers.get('location')).toBe('/home')
    expect(first.headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await (await founder.get('/user/Founder')).json()).toMatchObject({ permissionLevel: 5 })
  })

  test('registers a second user, who signs out and in', async () => {
    const player = await register(product.baseUrl, 'Player')
    expect((await player.get('/home')).status).toBe(200)
    expect((await player.post('/logout')).headers.get('location')).toBe('/login')
    expect((await player.get('/home')).headers.get('location')).toBe('/login')

    const right = await player.post('/login', { username: ' PLAYER ', password })
    expect([right.status, right.headers.get('location')]).toEqual([302, '/home'])
  })

  test('ends the sessions of other devices with all sessions', async () => {
    const here = await register(product.baseUrl, 'Everywhere')
    const there = visitor(product.baseUrl)
    await there.post('/login', { username: 'Everywhere', password })
    expect((await there.get('/home')).status).toBe(200)
    const ended = await here.post('/settings?/sessions', { password })
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/login'])
    expect(here.cookie).toBeUndefined()
    expect((await there.get('/home')).headers.get('location')).toBe('/login')
  })

  test('sends browsers pages with their input, except passwords, and real redirects', async () => {
    const browser = visitor(product.baseUrl)
    const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const failed = await browser.post(
      '/register?/register',
      { username: 'no spaces', password: 'hunter2', cpassword: 'hunter2' },
      { accept: html },
    )
    expect(failed.status).toBe(400)
    const page = await failed.text()
    expect(page).toContain('value="no spaces"')
    expect(page).toContain('Use 3 to 21 letters from A to Z, digits or underscores')
    expect(page).toContain('Use at least 16 characters')
    expect(page).not.toContain('hunter2')
    const protectedPage = await browser.get('/home', html)
    expect([protectedPage.status, protectedPage.headers.get('location')]).toEqual([302, '/login'])
  })

  test('refuses the eleventh attempt after ten failures, with a message and its own status', async () => {
    await register(product.baseUrl, 'Guessed')
    const guesser = visitor(product.baseUrl)
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await guesser.post('/login', { username: 'guessed', password: 'wrong' })).status).toBe(400)
    }
    const refused = await guesser.post('/login', { username: 'Guessed', password })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      ...refusalWith(expect.stringContaining('Too many failed attempts')),
      challenge: expect.objectContaining({ signature: expect.any(String) }),
    })
  })

  test('refuses actions that another site submits for a signed-in user', async () => {
    const person: Person = await register(product.baseUrl, 'Careful')
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await person.post('/games/create', { name: 'Theirs' }, headers)).status).toBe(403)
    }
    expect((await person.post('/games/create', { name: 'Mine' }, { origin: product.baseUrl })).status).toBe(
      302,
    )
    expect(await (await person.get('/home')).json()).toMatchObject({ own: [{ name: 'Mine' }] })
  })

  test('refuses malformed forms, and keeps serving', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
      fetch(`${product.baseUrl}/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, accept: '*/*' },
      })
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await send('--x', 'multipart/form-data')).status).toBe(400)
    expect((await send(`username=${'x'.repeat(200_000)}`, 'application/x-www-form-urlencoded')).status).toBe(
      413,
    )
    expect((await send('&'.repeat(5000), 'application/x-www-form-urlencoded')).status).toBe(400)
    expect((await send('username=%00%ff&password=%', 'application/x-www-form-urlencoded')).status).toBe(400)
    expect((await send('', 'application/x-www-form-urlencoded')).status).toBe(400)
  })
})
