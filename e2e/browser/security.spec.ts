import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeAt } from '../../platform/src/testing/authenticator.ts'
import { expectNoFaultsInAnyTheme, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, takeSession } from '../support/browser.ts'
import { bellOf } from '../support/notifications.ts'
import { password, register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'
import { installed, startProduct } from '../support/product.ts'
import { withDatabase } from '../support/stock.ts'

const security = '/settings/security'

/** A platform with the configuration of an installation. */
let product: Product

test.beforeAll(async () => {
  product = await startProduct(installed)
})
test.afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

/** Makes the last proof of everyone's identity too old for sensitive changes. */
const outlastProofs = () =>
  withDatabase(product, (db) =>
    db
      .updateTable('sessions')
      .set({ created: Date.now() - 11 * 60_000, proved: null })
      .execute(),
  )

/** Opens a page and collects its complaints. */
async function pageOf(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page) }
}

/** Gives a page's browser an authenticator that verifies its user. */
async function attachAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function mintWithProof(page: Page): Promise<void> {
  await outlastProofs()
  await open(page, '/admin/mint')
  await page.getByLabel('Username').fill('Helper')
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('Note').fill('Prize')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Mint now' }).click()
  await expect(page.getByLabel('Your password')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mint now' })).toHaveCount(0)
}

test('the first administrator sets up an app, and signs in with codes', async ({ browser }) => {
  const founder = await register(product.baseUrl, 'Founder')
  const context = await browser.newContext({ baseURL: product.baseUrl, reducedMotion: 'reduce' })
  await takeSession(context, founder, product.baseUrl)
  const { page, complaints } = await pageOf(context)
  await open(page, '/home')
  await expect(page).toHaveURL(security)
  await expect(page.getByText('Set up a second factor to continue')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is wrong or was already used')).toBeVisible()
  await page.getByLabel('Code from the app').fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  const [first = '', second = ''] = await codes.allInnerTexts()
  await open(page, security)
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()

  await context.clearCookies()
  await open(page, '/login')
  await enterPassword(page, 'Founder')
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await page.getByLabel('Code').fill(first)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/home')
  // The browser reports the 401 that asks for the code, the 400 of the wrong one, and the 403 that asks for a proof.
  expect(complaints.filter((text) => !/status of 40[013]/.test(text))).toEqual([])

  const plain = new PlainPage(visitor(product.baseUrl), product.baseUrl)
  await plain.open('/login')
  await plain.submit('Sign in', { Username: 'Founder', Password: password }, 'main')
  await plain.submit('Sign in', { Code: second }, 'main')
  expect(plain.path).toBe('/home')

  // A new level takes a confirmation and then a proof, without scripts as well.
  await register(product.baseUrl, 'Helper')
  await outlastProofs()
  await plain.open('/admin/accounts/Helper')
  await plain.submit('Set level', { 'Permission level': '2' })
  await plain.submit('Set level')
  await plain.submit('Set level', { 'Your password': password })
  expect(plain.text()).toContain('Level changed')

  await mintWithProof(page)
  await context.close()
})

test('a player adds a passkey, signs in with it, and removes it with a fresh proof', async ({ browser }) => {
  const player = await register(product.baseUrl, 'Keyholder')
  const context = await browser.newContext({ baseURL: product.baseUrl, reducedMotion: 'reduce' })
  await takeSession(context, player, product.baseUrl)
  const { page, complaints } = await pageOf(context)
  await attachAuthenticator(page)
  await open(page, security)
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible()
  // The form confirms the change. The security notice only counts at the bell.
  await expect(bellOf(page)).toHaveAccessibleName(/unread$/)
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(1)
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByText('Rename', { exact: true }).click()
  await page.getByRole('listitem').getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('My phone', { exact: true })).toBeVisible()
  await expect(codes).toHaveCount(10)

  await context.clearCookies()
  await open(page, '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/home')
  // Leaves the page first, because preloading the link under the pointer would make it the destination after signing in.
  await page.goto('about:blank')
  await context.clearCookies()
  await open(page, '/login')
  await enterPassword(page, 'Keyholder')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/home')

  await open(page, security)
  await outlastProofs()
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByLabel('Your password')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
  // The browser reports the 401 after the password, and the 403 that asks for the proof.
  expect(complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([])
  await context.close()
})

test('a player whose passkey was refused makes another one', async ({ browser }) => {
  const player = await register(product.baseUrl, 'Retrier')
  const context = await browser.newContext({ baseURL: product.baseUrl, reducedMotion: 'reduce' })
  await takeSession(context, player, product.baseUrl)
  const { page } = await pageOf(context)
  await attachAuthenticator(page)
  await open(page, security)
  const isFinish = ({ search }: URL) => search.startsWith('?/passkeyfinish')
  // Another tab replaces the challenge before the form arrives.
  await page.route(
    isFinish,
    async (route) => {
      await context.request.post(`${security}?/passkeybegin`)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey could not be verified. Try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await context.close()
})
