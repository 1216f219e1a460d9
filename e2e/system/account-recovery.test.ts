import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, nextWith, startMailServer } from '../../platform/src/testing/mail-server.ts'
import { invalidFields, refusalWith } from '../support/answers.ts'
import { startConfigured } from '../support/configured.ts'
import { embedded, startOn } from '../support/databases.ts'
import { json } from '../support/game.ts'
import { password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const newPassword = 'a whole new pass phrase'
const form = { password: newPassword, cpassword: newPassword }

describe.each(embedded)('a lost password on %s', (kind) => {
  let product: Product
  let mail: MailServer

  beforeAll(async () => {
    mail = await startMailServer()
    product = await startOn(kind, {
      Registration: { Emails: true },
      Email: { Host: '127.0.0.1', Port: mail.port, Security: 'None', From: 'no-reply@example.org' },
    })
    await register(product.baseUrl, 'Founder')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
    await mail.close()
  })

  const join = async (username: string, email: string) => {
    const person = visitor(product.baseUrl)
    const fields = { username, email, password, cpassword: password }
    expect((await person.post('/register?/register', fields)).status).toBe(302)
    return person
  }

  test('resets the password by a mailed link that works once and is in no log', async () => {
    const here = await join('Forgetful', 'forgetful@example.org')
    const asking = visitor(product.baseUrl)
    const asked = await asking.post('/recover', { account: 'forgetful' })
    const nobody = await asking.post('/recover', { account: 'nobody_at_all' })
    expect([asked.status, await asked.json()]).toEqual([nobody.status, await nobody.json()])
    const { to, text, token } = await nextWith(mail, 'recover')
    expect(to).toBe('forgetful@example.org')
    const path = `/recover/${token}`
    expect(text).toContain(`${product.baseUrl}${path}`)

    const page = await asking.get(path, 'text/html')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(await page.text()).toContain('Forgetful')
    expect(await json(await asking.get(path))).toEqual({
      passphrase: expect.any(String),
      state: 'open',
      username: 'Forgetful',
    })

    const short = await asking.post(path, { password: 'short', cpassword: 'short' })
    expect([short.status, await short.json()]).toEqual([
      400,
      invalidFields({ password: 'Use at least 16 characters' }),
    ])
    const set = await asking.post(path, form)
    expect([set.status, set.headers.get('location')]).toEqual([302, '/home'])
    expect((await asking.get('/home')).status).toBe(200)
    expect((await here.get('/home')).headers.get('location')).toBe('/login')

    const again = await visitor(product.baseUrl).post(path, form)
    expect([again.status, await again.json()]).toEqual([
      400,
      refusalWith('This link no longer works. Request a new one.'),
    ])
    expect(await (await here.get(path, 'text/html')).text()).toContain('This link no longer works')
    expect(product.output()).not.toContain(token)
    expect(product.output()).toContain('/recover/…')
  })

  test('reserves an address for one account, and refills the form without passwords', async () => {
    await join('Taken', 'taken@example.org')
    const second = visitor(product.baseUrl)
    const fields = { username: 'Second', email: 'Taken@Example.org', password, cpassword: password }
    const refused = await second.post('/register?/register', fields)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      invalidFields({ email: 'This email is already in use' }),
    ])
    const page = await (await second.post('/register?/register', fields, { accept: 'text/html' })).text()
    expect(page).toContain('value="Taken@Example.org"')
    expect(page).toContain('This email is already in use')
    expect(page).not.toContain(password)

    const taken = await join('Changing', 'old@example.org')
    const change = (email: string, secret: string) =>
      taken.post('/settings?/email', { email, password: secret })
    expect(await (await change('new@example.org', 'wrong')).json()).toEqual(
      invalidFields({ password: 'Incorrect password' }),
    )
    // The answer does not reveal whether another account has the address.
    for (const email of ['taken@example.org', 'new@example.org'])
      expect(await json(await change(email, password))).toEqual({
        message: `We’ve sent a link to ${email}. Open it to confirm the address.`,
      })
    const settings = { email: 'old@example.org', emailVerified: false, pendingEmail: 'new@example.org' }
    expect(await json(await taken.get('/settings'))).toMatchObject(settings)
  })

  test('delays no page while the mail server is away', async () => {
    await join('Patient', 'patient@example.org')
    await mail.close()
    const started = performance.now()
    const asked = await visitor(product.baseUrl).post('/recover', { account: 'patient' })
    expect(asked.status).toBe(200)
    expect(performance.now() - started).toBeLessThan(10_000)
    await expect.poll(() => product.output()).toContain('will be retried')
    mail = await startMailServer(mail.port)
    expect((await nextWith(mail, 'recover')).to).toBe('patient@example.org')
  })
})

test('explains that no mail is sent, on the recovery page and at the start', async () => {
  const product = await startConfigured({ Registration: { Emails: true } })
  const person = await register(product.baseUrl, 'Founder')
  expect(product.output()).toContain('Email.Host is not set: nobody can recover a lost password')
  expect(await json(await visitor(product.baseUrl).get('/recover'))).toEqual({ available: false })
  const asked = await person.post('/recover', { account: 'Founder' })
  expect([asked.status, await asked.json()]).toEqual([
    400,
    refusalWith('Password recovery isn’t available here'),
  ])
  expect(await product.stop()).toBe(0)
})
