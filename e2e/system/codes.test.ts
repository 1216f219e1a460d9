import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer } from '../support/answers.ts'
import { borrowProduct } from '../support/borrowed-product.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const german = { 'accept-language': 'de' }
const wrongLogin = { username: 'Founder', password: 'wrong' }

describe('codes of refusals', () => {
  let product: Product
  let founder: Person
  beforeAll(async () => {
    product = await borrowProduct()
    founder = await register(product.baseUrl, 'Founder')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('a program gets the code of every invalid field beside its English message', async () => {
    expect(await answer(founder.post('/login', wrongLogin, german))).toEqual([
      400,
      {
        errors: { password: 'Incorrect username or password' },
        codes: { password: 'accounts.credentials_invalid' },
      },
    ])
    expect(await answer(founder.post('/games/create', { name: 'x'.repeat(500) }, german))).toEqual([
      400,
      { errors: { name: 'Use at most 100 characters' }, codes: { name: 'input.too_long' } },
    ])
  })

  test('a program gets the code of a refused form beside its English message', async () => {
    expect(await answer(founder.post('/user/Founder?/follow', {}, german))).toEqual([
      400,
      { message: "You can't friend/follow yourself", code: 'friends.self' },
    ])
  })

  test.each([
    ['/user/Nobody', 404, { message: 'User not found', code: 'accounts.not_found' }],
    ['/nothing', 404, { message: 'Not Found', code: 'site.not_found' }],
    [
      '/games?sort=best',
      400,
      {
        message: 'Sort by one of these: playing, rising, rated, popular, played, new',
        codes: { sort: 'input.sort_unknown' },
      },
    ],
  ])('a program that reads %s gets a code and the English message', async (path, status, body) => {
    const headers = { accept: 'application/json', cookie: founder.cookie ?? '', ...german }
    const asked = fetch(new URL(path, product.baseUrl), { headers })
    expect(await answer(asked)).toEqual([status, body])
  })

  test('a program that sets a language still gets English messages', async () => {
    const profile = { description: '', theme: 'Light' }
    const saved = [200, { message: 'Profile updated successfully!' }]
    const set = (fields: Record<string, string>) => answer(founder.post('/settings?/profile', fields))
    expect(await set({ ...profile, language: 'de' })).toEqual(saved)
    expect(await set(profile)).toEqual(saved)
    expect(await (await founder.get('/settings')).json()).toMatchObject({ language: 'de' })
    expect(await set({ ...profile, language: 'xx' })).toEqual([
      400,
      {
        errors: { language: 'must be a valid language' },
        codes: { language: 'accounts.language_invalid' },
      },
    ])
    expect(await set({ ...profile, language: '' })).toEqual(saved)
    expect(await (await founder.get('/settings')).json()).toMatchObject({ language: null })
  })

  test('a page shows the message of a refusal in the language of its reader', async () => {
    const page = await visitor(product.baseUrl).post('/login', wrongLogin, { accept: 'text/html', ...german })
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('Benutzername oder Passwort ist falsch'),
    ])
  })
})
