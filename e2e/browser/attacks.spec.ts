import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { open, takeSession } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { password, register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'
import { withDatabase } from '../support/stock.ts'

let product: Product

test.beforeAll(async () => {
  product = await startConfigured({ Security: { WorkHashes: 500 } })
  await register(product.baseUrl, 'Founder')
})

test.afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

/** Enters ten wrong passwords for an account. */
async function guess(username: string): Promise<void> {
  await register(product.baseUrl, username)
  for (let wrong = 0; wrong < 10; wrong++)
    expect((await visitor(product.baseUrl).post('/login', { username, password: 'wrong' })).status).toBe(400)
}

async function enter(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a browser solves the puzzle of an account that is being guessed, and signs in', async ({ page }) => {
  await guess('Guessed')
  await page.goto(`${product.baseUrl}/login`)
  await enter(page, 'Guessed', 'wrong')
  await expect(page.getByText('Incorrect username or password')).toBeVisible()
  await enter(page, 'Guessed')
  await page.waitForURL(/\/home/)
})

test('a form submitted before scripts ran solves the puzzle and asks for the password again', async ({
  page,
}) => {
  await guess('Early')
  await page.goto(`${product.baseUrl}/login`)
  await page.getByLabel('Username').fill('Early')
  await page.getByLabel('Password', { exact: true }).fill(password)
  const response = page.waitForResponse((one) => one.request().method() === 'POST')
  await page.locator('form[action="/login"]').evaluate((form: { submit(): void }) => form.submit())
  expect((await response).status()).toBe(429)
  const work = page.locator('input[name=work]')
  await expect.poll(async () => atob(await work.inputValue())).toContain('"solution"')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText('Your browser passed it.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await enter(page, 'Early')
  await page.waitForURL(/\/home/)
})

test('a browser solves another puzzle when its solution is refused', async ({ page }) => {
  await guess('Late')
  await page.goto(`${product.baseUrl}/login`)
  let spoiled = 0
  await page.route(
    ({ pathname }) => pathname === '/login',
    async (route, request) => {
      const fields = new URLSearchParams(request.postData() ?? '')
      const work: { solution?: { derivedKey: string } } = JSON.parse(atob(fields.get('work') ?? btoa('{}')))
      if (spoiled > 0 || !work.solution) return route.continue()
      spoiled++
      work.solution.derivedKey = work.solution.derivedKey.replaceAll(/./g, '0')
      fields.set('work', btoa(JSON.stringify(work)))
      return route.continue({ postData: fields.toString() })
    },
  )
  await enter(page, 'Late')
  await page.waitForURL(/\/home/)
  expect(spoiled).toBe(1)
})

test('the page says what happens while the puzzle is being solved', async ({ page }) => {
  await guess('Patient')
  // A browser that never finds the solution.
  await page.addInitScript(
    'globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }',
  )
  await page.goto(`${product.baseUrl}/login`)
  await enter(page, 'Patient')
  await expect(page.getByText('Checking your browser…')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // Submitting the form again meanwhile would fetch another puzzle and start over.
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Signing in' }).click({ force: true })
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expectAccessible(page)
  expect(sent).not.toContain('POST')
})

test('a browser solves the puzzle of a proof of identity, and keeps the password', async ({
  page,
  context,
}) => {
  const founder = visitor(product.baseUrl)
  await founder.post('/login', { username: 'Founder', password })
  await register(product.baseUrl, 'Promoted')
  await withDatabase(product, (db) => db.updateTable('sessions').set({ created: 0, proved: null }).execute())
  const level = { permissionLevel: '2', proofpassword: 'wrong' }
  for (let wrong = 0; wrong < 10; wrong++)
    expect((await founder.post('/admin/accounts/promoted?/level', level)).status).toBe(400)
  await takeSession(context, founder, product.baseUrl)
  await open(page, `${product.baseUrl}/admin/accounts/promoted`)
  await page.getByLabel('Permission level').selectOption('2')
  await page.getByRole('button', { name: 'Set level' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set level' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Level changed')).toBeVisible()
})

test('the page says what to do without JavaScript', async () => {
  await guess('Waiting')
  const page = new PlainPage(visitor(product.baseUrl), product.baseUrl)
  await page.open('/login')
  await page.submit('Sign in', { Username: 'Waiting', Password: password })
  expect(page.text('[role=alert]')).toContain('try again in 60 seconds')
  expect(page.valueOf('Username')).toBe('Waiting')
  expect(page.attribute('input[name=work]', 'value')).toMatch(/./)
})
