import { freePort } from '@baseplate/platform/testing/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, password, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { setupSecret, startProduct } from '../support/product.ts'

let product: Product
/** The site as a proxy with https reaches it. */
let address: string
let anna: Person

const inBrowser = { 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  const PORT = String(await freePort())
  address = `http://127.0.0.1:${PORT}`
  product = await startProduct({ PORT, BASE_URL: 'https://play.example.org' })
  anna = visitor(address)
  await anna.post('/register?/initialAccount', {
    username: 'Anna',
    password,
    cpassword: password,
    setup: await setupSecret(product),
  })
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

const openHome = (cookie: string, headers: Record<string, string> = {}) =>
  fetch(`${address}/home`, { headers: { cookie, ...headers }, redirect: 'manual' })

const tokenOf = (cookie: string) => cookie.replace(/^[^=]*=/, '').replace(/;.*/, '')

/** Signs in and returns the cookies that the response sets. */
async function signIn(): Promise<string[]> {
  const response = await visitor(address).post('/login', { username: 'Anna', password })
  return response.headers.getSetCookie().filter((cookie) => cookie.includes('session='))
}

test('a sign-in sets the cookie of programs and one that no other host can set', async () => {
  const rest = 'Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax'
  const [host = '', plain = ''] = await signIn()
  expect(host).toBe(`__Host-session=${tokenOf(host)}; ${rest}`)
  expect(plain).toBe(`session=${tokenOf(host)}; ${rest}`)
})

test('either cookie is the session of a program', async () => {
  const token = tokenOf((await signIn())[0] ?? '')
  for (const name of ['session', '__Host-session']) {
    const page = await openHome(`${name}=${token}`)
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
  }
})

test('a session cookie that another host has set signs no browser in', async () => {
  const planted = tokenOf((await signIn())[0] ?? '')
  for (const headers of [inBrowser, { 'user-agent': 'Mozilla/5.0 (an old browser)' }]) {
    const page = await openHome(`session=${planted}`, headers)
    expect(page.headers.get('location')).toBe('/login')
    expect(page.headers.getSetCookie().join()).not.toContain('session=')
  }
  expect((await openHome(`__Host-session=${planted}`, inBrowser)).status).toBe(200)
})

test('the page that signing in leads to is in a cookie that no other host can set', async () => {
  const asked = await fetch(`${address}/friends`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect(asked.headers.getSetCookie().join()).toMatch(/^__Host-destination=\/friends; .*Path=\/; .*Secure/)
})

test('a session cookie of another host does not replace the session of a browser', async () => {
  const own = tokenOf((await signIn())[0] ?? '')
  const ben = visitor(address)
  await ben.post('/register?/register', { username: 'Ben', password, cpassword: password })
  const planted = tokenOf(ben.cookie ?? '')
  const page = await openHome(`session=${planted}; __Host-session=${own}`, { accept: 'text/html' })
  expect(await page.text()).toContain('/user/Anna')
  const screenshot = await fetch(`${address}/studio/uploadmedia/screenshot`, {
    method: 'POST',
    headers: { cookie: `__Host-session=${own}` },
  })
  expect(screenshot.status).not.toBe(401)
})

test('signing out ends the session and removes both cookies', async () => {
  const cookies = (await signIn()).map((cookie) => cookie.replace(/;.*/, '')).join('; ')
  const out = await fetch(`${address}/logout`, {
    method: 'POST',
    headers: { cookie: cookies },
    redirect: 'manual',
  })
  const removed = out.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'))
  expect(removed.map((cookie) => cookie.replace(/=.*/, ''))).toEqual(['__Host-session', 'session'])
  expect((await openHome(cookies)).headers.get('location')).toBe('/login')
})
