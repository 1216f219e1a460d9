import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  type MailServer,
  nextWith,
  startMailServer,
  tokenIn,
} from '../../platform/src/testing/mail-server.ts'
import { expectNoFaults, expectToFit } from '../support/accessible.ts'
import { open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const newPassword = 'a whole new pass phrase'

/** A platform that requires registration keys and sends mail. */
let product: Product
let mail: MailServer
let founder: Person

test.beforeAll(async () => {
  mail = await startMailServer()
  product = await startConfigured({
    Registration: { Emails: true, Keys: { Enabled: true } },
    Email: { Host: '127.0.0.1', Port: mail.port, Security: 'None', From: 'no-reply@example.org' },
  })
  founder = await register(product.baseUrl, 'Founder')
})

test.afterAll(async () => {
  expect(await product.stop()).toBe(0)
  await mail.close()
})

async function makeKey(): Promise<string> {
  const answer = await founder.post('/admin/regkeys?/create', { uses: '1' })
  return ((await answer.json()) as { key: string }).key
}

async function join(username: string): Promise<Person> {
  const person = visitor(product.baseUrl)
  const email = `${username}@example.org`
  const fields = { username, email, password, cpassword: password, regkey: await makeKey() }
  expect((await person.post('/register?/register', fields)).status).toBe(302)
  return person
}

/** Waits for the next mail with a recovery link. Mails about new devices come in between. */
async function nextRecoveryToken(): Promise<string> {
  for (;;) {
    const { message } = await mail.next()
    if (message.includes('Subject: Reset')) return tokenIn(message)
  }
}

async function pageOf(browser: Browser, person?: Person, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.baseUrl,
    javaScriptEnabled,
    reducedMotion: 'reduce',
  })
  const [name = '', value = ''] = person?.cookie?.split('=') ?? []
  if (person) await context.addCookies([{ name, value, url: product.baseUrl }])
  return context.newPage()
}

async function expectSound(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expectToFit(page, width)
    await expectNoFaults(page)
  }
}

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with a script' : 'without a script'
  const go = (page: Page, path: string) => (javaScript ? open(page, path) : page.goto(path))

  test(`an invited person registers, ${how}`, async ({ browser }) => {
    const admin = await pageOf(browser, founder, javaScript)
    await go(admin, '/admin/regkeys')
    await admin.getByLabel('Uses').fill('0')
    await admin.getByRole('button', { name: 'Create key' }).click()
    await expect(admin.getByLabel('Uses')).toHaveAccessibleDescription(/^Enter a number from 1 to 100000/)
    await admin.getByLabel('Uses').fill('1')
    await admin.getByRole('button', { name: 'Create key' }).click()
    const key =
      (await admin.getByRole('status').locator('code').filter({ hasText: 'baseplate-' }).textContent()) ?? ''
    if (javaScript) await expectSound(admin)

    const guest = await pageOf(browser, undefined, javaScript)
    await go(guest, '/register')
    await guest.getByLabel('Username').fill(javaScript ? 'Guest' : 'Guest_plain')
    await guest.getByLabel('Email').fill('no address')
    await guest.getByLabel('Password', { exact: true }).fill(password)
    await guest.getByLabel('Repeat password', { exact: true }).fill(password)
    await guest.getByLabel('Registration key').fill('baseplate-wrong')
    await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await expect(guest.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/)
    await expect(guest.getByLabel('Email')).toHaveValue('no address')
    await expect(guest.getByLabel('Registration key')).toHaveValue('baseplate-wrong')
    if (!javaScript) {
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByLabel('Repeat password', { exact: true }).fill(password)
    }
    await guest.getByLabel('Email').fill('')
    await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await expect(guest.getByLabel('Registration key')).toHaveAccessibleDescription(
      /^Registration key is invalid/,
    )
    if (javaScript) await expectSound(guest)
    if (!javaScript) {
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByLabel('Repeat password', { exact: true }).fill(password)
    }
    await guest.getByLabel('Registration key').fill(key)
    if (!javaScript) {
      // Without its script, a page also warns about a weak password and asks for it a second time.
      for (const label of ['Password', 'Repeat password'])
        await guest.getByLabel(label, { exact: true }).fill('passwordpassword')
      await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
      await guest.getByLabel('Use this password anyway').check()
      for (const label of ['Password', 'Repeat password'])
        await guest.getByLabel(label, { exact: true }).fill('passwordpassword')
    }
    await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await expect(guest).toHaveURL('/home')

    await go(admin, '/admin/regkeys')
    await expect(admin.getByRole('row').filter({ hasText: key })).toContainText('0 of 1')
  })

  test(`a lost password is replaced, ${how}`, async ({ browser }) => {
    const username = javaScript ? 'Loser' : 'Loser_plain'
    await join(username)
    const page = await pageOf(browser, undefined, javaScript)
    await go(page, '/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    if (javaScript) await expectSound(page)
    await page.getByLabel('Username or email').fill(`${username}@EXAMPLE.org`)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Check your email')).toBeVisible()
    await expect(page.getByText('a link is on its way there')).toHaveCount(1)
    const link = `/recover/${await nextRecoveryToken()}`

    await go(page, link)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Repeat new password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      /^Use at least/,
    )
    if (javaScript) await expectSound(page)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Repeat new password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL('/home')

    await go(page, link)
    await expect(page.getByText('This link has already been used')).toBeVisible()
    if (javaScript) await expectSound(page)
  })

  test(`sessions end one by one, and all others after a password change, ${how}`, async ({ browser }) => {
    const username = javaScript ? 'Keeper' : 'Keeper_plain'
    const person = await join(username)
    const devices = [visitor(product.baseUrl), visitor(product.baseUrl)] as const
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0) Firefox/146.0',
      'Mozilla/5.0 (Linux; Android 16) Chrome/142.0',
    ] as const
    for (const at of [0, 1] as const) {
      await devices[at].post('/login', { username, password }, { 'user-agent': agents[at] })
    }
    const page = await pageOf(browser, person, javaScript)
    await go(page, '/settings/sessions')
    const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(3)
    await expect(sessions.first()).toContainText('This device')
    if (javaScript) await expectSound(page)
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
    await expect(sessions).toHaveCount(2)
    expect((await devices[0].get('/home')).status).toBe(302)

    await go(page, '/settings/account')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Repeat new password', { exact: true }).fill('something else')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Repeat new password', { exact: true })).toHaveAccessibleDescription(
      'Passwords do not match',
    )
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Repeat new password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(page.getByLabel('Current password', { exact: true })).toBeEmpty()
    await go(page, '/settings/sessions')
    await expect(sessions).toHaveCount(1)
    expect((await devices[1].get('/home')).status).toBe(302)
  })

  test(`an address is confirmed, changed and kept, and the account is secured, ${how}`, async ({
    browser,
  }) => {
    const username = javaScript ? 'Mover' : 'Mover_plain'
    const person = await join(username)
    const { token } = await nextWith(mail, 'confirm-email', username)
    const page = await pageOf(browser, person, javaScript)
    const stranger = await pageOf(browser, undefined, javaScript)
    const inspect = (inspected: Page) => (javaScript ? expectSound(inspected) : undefined)
    await go(page, '/settings/account')
    await expect(page.getByText('Not confirmed yet')).toBeVisible()
    await go(stranger, `/confirm-email/${token}`)
    await inspect(stranger)
    await stranger.getByRole('button', { name: 'Confirm address' }).press('Enter')
    await expect(stranger.getByText('Address confirmed')).toHaveCount(1)

    await go(page, '/settings/account')
    await page.getByRole('textbox', { name: /^Email/ }).fill(`new.${username}@example.org`)
    await page.getByLabel('Your password').first().fill('wrong')
    await page.getByRole('button', { name: 'Save email' }).click()
    await expect(page.getByText('Incorrect password')).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue(`new.${username}@example.org`)
    await page.getByLabel('Your password').first().fill(password)
    await page.getByRole('button', { name: 'Save email' }).click()
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    await expect(page.getByLabel('Your password').first()).toHaveValue('')
    await inspect(page)
    await page.getByRole('button', { name: 'Keep the current address' }).press('Enter')
    await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue(`${username}@example.org`)

    await go(stranger, `/secure/${(await nextWith(mail, 'secure', username)).token}`)
    await inspect(stranger)
    await stranger.getByRole('button', { name: 'Secure account' }).press('Enter')
    await expect(stranger.getByText('The account is secured')).toHaveCount(1)
    await inspect(stranger)
    await go(page, '/home')
    await expect(page).toHaveURL('/login')
  })
}
