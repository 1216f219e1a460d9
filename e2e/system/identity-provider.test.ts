import { freePort } from '@baseplate/platform/testing/free-port'
import {
  type IdentityProvider,
  siteOf,
  startIdentityProvider,
  visitProvider,
} from '@baseplate/platform/testing/identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

let product: Product
let provider: IdentityProvider

beforeAll(async () => {
  const port = await freePort()
  const [here, elsewhere] = [siteOf(port), siteOf(await freePort())]
  const away = elsewhere.config.SignIn.Providers.map((one) => ({ ...one, Id: 'away', Name: 'Away' }))
  product = await startConfigured(
    { SignIn: { Providers: [...here.config.SignIn.Providers, ...away] } },
    { ...here.environment, SIGN_IN_SECRET_AWAY: 'another secret' },
  )
  provider = await startIdentityProvider(product.baseUrl, { port })
  await register(product.baseUrl, 'Founder')
})
afterAll(async () => {
  await provider.stop()
  expect(await product.stop()).toBe(0)
})

const html = 'text/html'

/** Opens a page and returns where it leads. */
const leadsTo = async (person: Person, path: string) => (await person.get(path, html)).headers.get('location')

/** Signs in at the provider and returns where the answer leads. */
async function answer(person: Person, name: string): Promise<string | null> {
  const url = (await leadsTo(person, '/login/example')) ?? ''
  const callback = await visitProvider().follow(url, name)
  return leadsTo(person, callback.pathname + callback.search)
}

test('a new user registers, gets to the wanted page, and signs in later', async () => {
  const anna = visitor(product.baseUrl)
  expect(await leadsTo(anna, '/settings/privacy')).toBe('/login')
  expect(await (await anna.get('/login', html)).text()).toContain('Sign in with Example')
  expect(await answer(anna, 'anna')).toBe('/login/identity')
  const page = await (await anna.get('/login/identity', html)).text()
  expect(page).toContain('value="anna"')
  const registered = await anna.post('/login/identity?/register', { username: 'Anna' })
  expect([registered.status, registered.headers.get('location')]).toEqual([302, '/settings/privacy'])
  expect((await anna.get('/home')).status).toBe(200)

  const later = visitor(product.baseUrl)
  expect(await answer(later, 'anna')).toBe('/home')
  expect((await later.get('/home')).status).toBe(200)
})

test('a user links their account after signing in to it, and not before', async () => {
  const { baseUrl } = product
  await register(baseUrl, 'Ben')
  const ben = visitor(baseUrl)
  expect(await answer(ben, 'ben')).toBe('/login/identity')
  expect((await ben.post('/login/identity?/link')).headers.get('location')).toBe('/login')
  const entered = await ben.post('/login', { username: 'Ben', password })
  expect(entered.headers.get('location')).toBe('/login/identity')
  expect((await ben.post('/login/identity?/link')).headers.get('location')).toBe('/home')
  expect(await answer(visitor(baseUrl), 'ben')).toBe('/home')
  expect(await leadsTo(ben, '/login/identity')).toBe('/home')
})

test('a problem of an unknown provider is explained without naming one', async () => {
  const page = await visitor(product.baseUrl).get('/login?problem=accounts.provider_refused', html)
  expect(await page.text()).toContain('You can’t sign in with that provider here')
})

test('an answer that belongs to another browser is reported on the sign-in page', async () => {
  const url = (await leadsTo(visitor(product.baseUrl), '/login/example')) ?? ''
  const { pathname, search } = await visitProvider().follow(url)
  const other = visitor(product.baseUrl)
  const location = (await leadsTo(other, pathname + search)) ?? ''
  expect(location).toBe('/login?problem=accounts.provider_expired&provider=example')
  expect(await (await other.get(location, html)).text()).toContain('started in another browser')
  expect(await (await other.get('/login?problem=Your+text', html)).text()).not.toContain('Your text')
  expect((await other.get('/login/unknown', html)).headers.get('location')).toContain('provider_unknown')
})

test('passwords still work while a provider is down', async () => {
  const founder = visitor(product.baseUrl)
  const location = (await leadsTo(founder, '/login/away')) ?? ''
  expect(await (await founder.get(location, html)).text()).toContain('Away isn’t available right now')
  expect((await founder.post('/login', { username: 'Founder', password })).status).toBe(302)
})
