import { type Browser, expect, type Page, test } from '@playwright/test'
import { nextWith } from '../../platform/src/testing/mail-server.ts'
import { expectNoFaults, expectToFit } from '../support/accessible.ts'
import { open, takeSession } from '../support/browser.ts'
import { type MailingPlatform, startMailingPlatform } from '../support/mailing-platform.ts'
import { type Person, password, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

const newPassword = 'a whole new pass phrase'

const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/146.0' }

let platform: MailingPlatform

test.beforeAll(async () => {
  platform = await startMailingPlatform()
})
test.afterAll(() => platform.stop())

async function pageOf(browser: Browser, person?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: platform.product.baseUrl, reducedMotion: 'reduce' })
  if (person) await takeSession(context, person, platform.product.baseUrl)
  return context.newPage()
}

const plain = (person = visitor(platform.product.baseUrl)) => new PlainPage(person, platform.product.baseUrl)

async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectToFit(page, 390)
  await expectNoFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectToFit(page, 1280)
  await expectNoFaults(page)
}

test('an invited person registers', async ({ browser }) => {
  const admin = await pageOf(browser, platform.founder)
  await open(admin, '/admin/regkeys')
  await admin.getByLabel('Uses').fill('0')
  await admin.getByRole('button', { name: 'Create key' }).click()
  await expect(admin.getByLabel('Uses')).toHaveAccessibleDescription(/^Enter a number from 1 to 100,000/)
  await admin.getByLabel('Uses').fill('1')
  await admin.getByRole('button', { name: 'Create key' }).click()
  const key = await admin.getByRole('status').locator('code').filter({ hasText: 'baseplate-' }).innerText()
  await expectAccessible(admin)

  const guest = await pageOf(browser)
  await open(guest, '/register')
  await guest.getByLabel('Username').fill('Guest')
  await guest.getByLabel('Email').fill('no address')
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByLabel('Repeat password', { exact: true }).fill(password)
  await guest.getByLabel('Registration key').fill('baseplate-wrong')
  await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(guest.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/)
  await expect(guest.getByLabel('Email')).toHaveValue('no address')
  await expect(guest.getByLabel('Registration key')).toHaveValue('baseplate-wrong')
  await guest.getByLabel('Email').fill('')
  await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(guest.getByLabel('Registration key')).toHaveAccessibleDescription(
    /^Registration key is invalid/,
  )
  await expectAccessible(guest)
  await guest.getByLabel('Registration key').fill(key)
  await guest.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(guest).toHaveURL('/home')

  await open(admin, '/admin/regkeys')
  await expect(admin.getByRole('row').filter({ hasText: key })).toContainText('0 of 1')
})

test('a lost password is replaced', async ({ browser }) => {
  await platform.join('Loser')
  const page = await pageOf(browser)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username or email').fill('Loser@EXAMPLE.org')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await expect(page.getByText('sent it a link')).toHaveCount(1)
  const link = `/recover/${await platform.nextRecoveryToken()}`

  await open(page, link)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat new password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/^Use at least/)
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/home')

  await open(page, link)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expectAccessible(page)
})

test('sessions end one by one, and all others after a password change', async ({ browser }) => {
  const page = await pageOf(browser, await platform.join('Keeper'))
  const device = visitor(platform.product.baseUrl)
  await device.post('/login', { username: 'Keeper', password }, firefox)
  await open(page, '/settings/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This device')
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
  await expect(sessions).toHaveCount(1)
  expect((await device.get('/home')).status).toBe(302)
  await device.post('/login', { username: 'Keeper', password }, firefox)

  await open(page, '/settings/security')
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Repeat new password', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await page.getByLabel('Repeat new password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toBeEmpty()
  await open(page, '/settings/sessions')
  await expect(sessions).toHaveCount(1)
  expect((await device.get('/home')).status).toBe(302)
})

test('an address is confirmed, changed and kept, and the account is secured', async ({ browser }) => {
  const page = await pageOf(browser, await platform.join('Mover'))
  const { token } = await nextWith(platform.mail, 'confirm-email', 'Mover')
  const stranger = await pageOf(browser)
  await open(page, '/settings/account')
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await open(stranger, `/confirm-email/${token}`)
  await expectAccessible(stranger)
  await stranger.getByRole('button', { name: 'Confirm address' }).press('Enter')
  await expect(stranger.getByText('Address confirmed')).toHaveCount(1)

  await open(page, '/settings/account')
  const email = page.getByRole('textbox', { name: /^Email/ })
  await email.fill('new.Mover@example.org')
  await page.getByLabel('Your password').first().fill('wrong')
  await page.getByRole('button', { name: 'Save email' }).click()
  await expect(page.getByText('Incorrect password')).toHaveCount(1)
  await expect(email).toHaveValue('new.Mover@example.org')
  await page.getByLabel('Your password').first().fill(password)
  await page.getByRole('button', { name: 'Save email' }).click()
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  await expect(page.getByLabel('Your password').first()).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel the change' }).press('Enter')
  await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
  await expect(email).toHaveValue('Mover@example.org')

  await open(stranger, `/secure/${(await nextWith(platform.mail, 'secure', 'Mover')).token}`)
  await expectAccessible(stranger)
  await stranger.getByRole('button', { name: 'Secure account' }).press('Enter')
  await expect(stranger.getByText('The account is secured')).toHaveCount(1)
  await expectAccessible(stranger)
  await open(page, '/home')
  await expect(page).toHaveURL('/login')
})

test('an invited person registers without a script', async () => {
  const admin = plain(platform.founder)
  await admin.open('/admin/regkeys')
  await admin.submit('Create key', { Uses: '1' })
  const key = /baseplate-[\w-]+/.exec(admin.text('[role=status] code'))?.[0] ?? ''

  const guest = plain()
  const passwords = (text: string) => ({ Password: text, 'Repeat password': text })
  await guest.open('/register')
  const wrong = { Email: 'no address', 'Registration key': 'baseplate-wrong' }
  await guest.submit('Create account', { Username: 'Guest_plain', ...wrong, ...passwords(password) })
  expect(guest.errorAt('Email')).toMatch(/^Enter an email address/)
  expect([guest.valueOf('Email'), guest.valueOf('Registration key')]).toEqual(Object.values(wrong))
  await guest.submit('Create account', { Email: '', ...passwords(password) })
  expect(guest.errorAt('Registration key')).toMatch(/^Registration key is invalid/)
  // Without its script, a page also warns about a weak password and asks for it a second time.
  await guest.submit('Create account', { 'Registration key': key, ...passwords('passwordpassword') })
  await guest.submit('Create account', { 'Use this password anyway': true, ...passwords('passwordpassword') })
  expect(guest.path).toBe('/home')
  await admin.open('/admin/regkeys')
  expect(admin.texts('tr').find((row) => row.includes(key))).toContain('0 of 1')
})

test('a lost password is replaced without a script', async () => {
  await platform.join('Loser_plain')
  const page = plain()
  await page.open('/login')
  await page.follow('Forgot your password?')
  await page.submit('Send link', { 'Username or email': 'Loser_plain@EXAMPLE.org' })
  expect(page.text('main')).toMatch(/Check your email.*sent it a link/)
  const link = `/recover/${await platform.nextRecoveryToken()}`
  await page.open(link)
  await page.submit('Set password', { 'New password': 'short', 'Repeat new password': 'short' })
  expect(page.errorAt('New password')).toMatch(/^Use at least/)
  await page.submit('Set password', { 'New password': newPassword, 'Repeat new password': newPassword })
  expect(page.path).toBe('/home')
  await page.open(link)
  expect(page.text('main')).toContain('This link no longer works')
})

test('sessions end one by one and after a password change, without a script', async () => {
  const page = plain(await platform.join('Keeper_plain'))
  const device = visitor(platform.product.baseUrl)
  const enter = () => device.post('/login', { username: 'Keeper_plain', password }, firefox)
  await enter()
  await page.open('/settings/sessions')
  await page.submit(/^Sign out Firefox on Windows/)
  expect((await device.get('/home')).status).toBe(302)

  await enter()
  await page.open('/settings/security')
  const change = { 'Current password': password, 'New password': newPassword }
  await page.submit('Change password', { ...change, 'Repeat new password': 'something else' })
  expect(page.errorAt('Repeat new password')).toBe('Passwords do not match')
  await page.submit('Change password', { ...change, 'Repeat new password': newPassword })
  expect(page.text()).toContain('Password changed')
  expect(page.valueOf('Current password')).toBe('')
  expect((await device.get('/home')).status).toBe(302)
})

test('an address is confirmed, changed and kept, and the account is secured, without a script', async () => {
  const page = plain(await platform.join('Mover_plain'))
  const { token } = await nextWith(platform.mail, 'confirm-email', 'Mover_plain')
  const stranger = plain()
  await stranger.open(`/confirm-email/${token}`)
  await stranger.submit('Confirm address')
  expect(stranger.text('main')).toContain('Address confirmed')

  await page.open('/settings/account')
  const Email = 'new.Mover_plain@example.org'
  await page.submit('Save email', { Email, 'Your password': 'wrong' })
  expect(page.text('main')).toContain('Incorrect password')
  expect(page.valueOf('Email')).toBe(Email)
  await page.submit('Save email', { 'Your password': password })
  expect(page.text('main')).toContain('Waiting for confirmation')
  await page.submit('Cancel the change')
  expect(page.text('main')).not.toContain('Waiting for confirmation')
  expect(page.valueOf('Email')).toBe('Mover_plain@example.org')
  await stranger.open(`/secure/${(await nextWith(platform.mail, 'secure', 'Mover_plain')).token}`)
  await stranger.submit('Secure account')
  expect(stranger.text('main')).toContain('The account is secured')
  await page.open('/home')
  expect(page.path).toBe('/login')
})
