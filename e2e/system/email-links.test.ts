import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSecurityLink } from '../../platform/src/sign-in/security-links/queries.ts'
import { type MailServer, nextWith, startMailServer } from '../../platform/src/testing/mail-server.ts'
import { borrowProduct } from '../support/borrowed-product.ts'
import { startConfigured } from '../support/configured.ts'
import { json } from '../support/game.ts'
import { password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { withDatabase } from '../support/stock.ts'

let product: Product
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  product = await startConfigured({
    Registration: { Emails: true, RequireVerifiedEmail: ['Posting'] },
    Email: { Host: '127.0.0.1', Port: mail.port, Security: 'None', From: 'no-reply@example.org' },
  })
  await register(product.baseUrl, 'Founder')
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
  await mail.close()
})

async function join(username: string) {
  const person = visitor(product.baseUrl)
  const email = `${username}@example.org`
  const joined = await person.post('/register?/register', { username, email, password, cpassword: password })
  expect(joined.status).toBe(302)
  return person
}

const refusedWith = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
]

/** Opens a page of a link as a browser and as a program. */
async function look(path: string, cookies = visitor(product.baseUrl)) {
  const page = await cookies.get(path, 'text/html')
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'private, no-store',
    'same-origin',
  ])
  return json(await cookies.get(path))
}

test('confirms an address without a session, once, and then lets the user post', async () => {
  const anna = await join('Anna')
  const { token } = await nextWith(mail, 'confirm-email')
  const path = `/confirm-email/${token}`
  const post = () => anna.post('/user/Anna?/post', { content: 'Hello' })
  const open = { state: 'open', username: 'Anna', email: 'Anna@example.org' }
  expect([await look(path), await look(path)]).toEqual([open, open])
  expect(await refusedWith(await post())).toEqual([403, 'accounts.email_unverified'])

  const reader = visitor(product.baseUrl)
  expect(await json(await reader.post(path))).toEqual({ confirmed: 'Anna@example.org' })
  expect(await refusedWith(await reader.post(path))).toEqual([400, 'accounts.link_expired'])
  expect(await look(path)).toEqual({ state: 'confirmed', username: null, email: null })
  expect(await look('/confirm-email/unknown')).toMatchObject({ state: 'unknown' })
  expect(await json(await anna.get('/settings'))).toMatchObject({ emailVerified: true, pendingEmail: null })
  expect((await post()).headers.get('location')).toMatch(/^\/user\/Anna#post-/)
  expect(product.output()).not.toContain(token)
})

test('secures an account, even while its deletion can be cancelled', async () => {
  const ben = await join('Ben')
  const { token: confirmation } = await nextWith(mail, 'confirm-email')
  await ben.post(`/confirm-email/${confirmation}`)
  expect((await ben.post('/settings?/delete', { password })).status).toBe(302)
  const { token } = await nextWith(mail, 'secure')
  const path = `/secure/${token}`
  const back = visitor(product.baseUrl)
  expect((await back.post('/login', { username: 'Ben', password })).status).toBe(302)
  expect((await back.get('/home', 'text/html')).headers.get('location')).toBe('/settings/account')

  expect(await look(path, back)).toEqual({ state: 'open', username: 'Ben', endsPassword: true })
  expect(await json(await back.post(path))).toEqual({ secured: true, sentTo: 'Ben@example.org' })
  expect((await back.get('/home')).headers.get('location')).toBe('/login')
  expect(await refusedWith(await back.post(path))).toEqual([400, 'accounts.security_link_ended'])
  expect(await look(path)).toEqual({ state: 'ended', username: null, endsPassword: true })

  const { token: recovery } = await nextWith(mail, 'recover')
  const form = { password: 'a whole new pass phrase', cpassword: 'a whole new pass phrase' }
  expect((await back.post(`/recover/${recovery}`, form)).headers.get('location')).toBe('/home')
  expect((await back.get('/home')).status).toBe(200)
  expect(product.output()).not.toContain(token)
})

test('says that the password stays on a platform that no longer sends mail', async () => {
  const silent = await borrowProduct()
  await register(silent.baseUrl, 'Anna')
  const token = await withDatabase(silent, async (db) => {
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const link = { userId: id, email: 'anna@example.org', event: 'password_changed' } as const
    return addSecurityLink(db, link, Date.now())
  })
  const path = `/secure/${token}`
  const reader = visitor(silent.baseUrl)
  expect(await json(await reader.get(path))).toEqual({ state: 'open', username: 'Anna', endsPassword: false })
  const [, body = ''] = (await (await reader.get(path, 'text/html')).text()).split('<body')
  expect(body).toContain('All devices are signed out.')
  expect(body).not.toContain('The password stops working.')
  expect(await json(await reader.post(path))).toEqual({ secured: true, sentTo: null })
  expect((await reader.post('/login', { username: 'Anna', password })).status).toBe(302)
  expect(await silent.stop()).toBe(0)
})
