import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { register, signIn } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

async function enterMint(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Amount').fill('12,500')
  await page.getByLabel('Note').fill('First prize')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    /such as 12.5, with at most six decimals and no thousands separators/,
  )
  await expect(page.getByLabel('Amount')).toHaveValue('12,500')
  await expect(page.getByLabel('Note')).toHaveValue('First prize')
  await page.getByLabel('Amount').fill('12.5')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const mainOf = (page: Page) => page.getByRole('main')

test('the first page shows what needs attention, and metrics, without a script', async ({ product }) => {
  const page = new PlainPage(await signIn(product.baseUrl, 'Founder'), product.baseUrl)
  await page.open('/admin')
  expect(page.text('section')).toMatch(/Ledger.*Standalone/)
  // It ran at the start.
  expect(page.text('details.jobs')).toMatch(/background jobs? All succeeded.*settle unanswered payments/)
  const reports = () => page.names('a').filter((name) => /open reports?$/.test(name))
  expect(reports()).toEqual([])
  const reader = await register(product.baseUrl, 'Attentive')
  await reader.post('/report?/report', { type: 'user', id: 'Founder', category: 'Spam' })
  const writer = await register(product.baseUrl, 'Reported')
  await reader.post('/report?/report', { type: 'user', id: 'Reported', category: 'Spam' })
  await writer.post('/report?/report', { type: 'user', id: 'Attentive', category: 'Spam' })
  await page.open('/admin')
  // The moderator does not see the report about the administrator.
  expect(reports()).toEqual(['2 open reports'])
  await page.follow('2 open reports')
  expect(page.path).toBe('/admin/reports')

  await page.open('/admin')
  await page.follow('Week')
  expect(page.texts('a[aria-current=true]')).toContain('Week')
  const users = 'figure:has(figcaption:contains("Users"))'
  expect(page.text(users)).toContain('Total: 3')
  expect(page.texts(`${users} tr`).at(-1)).toContain('3')
})

test('mints once when the page is submitted twice, without a script', async ({ product }) => {
  const winner = await register(product.baseUrl, 'Plain_winner')
  const page = new PlainPage(await signIn(product.baseUrl, 'Founder'), product.baseUrl)
  await page.open('/admin/mint')
  await page.submit('Continue', { Username: 'Plain_winner', Amount: '12,500', Note: 'First prize' })
  expect(page.errorAt('Amount')).toMatch(
    /such as 12.5, with at most six decimals and no thousands separators/,
  )
  expect([page.valueOf('Amount'), page.valueOf('Note')]).toEqual(['12,500', 'First prize'])
  await page.submit('Continue', { Amount: '12.5' })
  await page.submit('Mint now')
  expect(page.text('h1')).toBe('Minted')
  page.back()
  await page.submit('Mint now')
  expect(page.text('h1')).toBe('Minted')
  expect(await (await winner.get('/economy')).json()).toMatchObject({ balance: 12_500_000 })
})

test('a list takes the order that its form chooses, whatever it had before', async ({ product }) => {
  const page = new PlainPage(await signIn(product.baseUrl, 'Founder'), product.baseUrl)
  await page.open('/admin/accounts?sort=oldest')
  await page.submit('Filter', { 'Sort by': 'name' })
  expect(page.valueOf('Sort by')).toBe('name')
})

test('details open beside their list, by mouse and keyboard, and leave the list as it was', async ({
  page,
  product,
  signInFounder,
}) => {
  const complaints = complaintsOf(page)
  for (const name of ['Panel_one', 'Panel_two', 'Panel_three']) await register(product.baseUrl, name)
  await signInFounder()
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/admin/accounts?q=panel&sort=name')
  const row = (name: string) => page.getByRole('row', { name })
  const panel = (name: string) => page.getByRole('region', { name })
  await row('Panel_one').getByRole('link').click()
  await expect(panel('Panel_one')).toBeFocused()
  await expect(page).toHaveURL('/admin/accounts/Panel_one?q=panel&sort=name')
  await expect(row('Panel_two')).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel('Panel_three')).toBeFocused()
  await panel('Panel_three').getByLabel('Reason').fill('Not sent')
  // In a field, letters are text, and Escape leaves the field before it closes the panel.
  await page.keyboard.press('Escape')
  await expect(panel('Panel_three')).toBeFocused()
  await page.keyboard.press('j')
  await expect(panel('Panel_two').getByLabel('Reason')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/accounts?q=panel&sort=name')
  await expect(row('Panel_two').getByRole('link')).toBeFocused()
  await page.goForward()
  await expect(panel('Panel_two').getByRole('heading', { level: 1 })).toHaveText('Panel_two')
  await panel('Panel_two').getByRole('link', { name: 'Close details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts')

  await page.setViewportSize({ width: 390, height: 800 })
  await row('Panel_two').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel_two')
  await expect(row('Panel_one')).toBeHidden()
  await page.goBack()
  await expect(row('Panel_one')).toBeVisible()
  expect(complaints).toEqual([])
})

test('mints once after a confirmation, and lists the transaction', async ({
  page,
  context,
  product,
  signInFounder,
}) => {
  await signInFounder()
  const winner = await register(product.baseUrl, 'Winner')
  await open(page, '/admin')
  await mainOf(page).getByRole('link', { name: 'Mint currency Create currency' }).click()
  await enterMint(page, 'winner')
  await expect(mainOf(page)).toContainText('12.5 will be minted for Winner')
  const facts = await mainOf(page).getByRole('definition').allTextContents()
  const [before = 0, afterwards = 0] = facts.slice(-2).map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  expect(afterwards - before, 'what will be in circulation').toBe(12.5)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('12.5')
  await expect(page.getByLabel('Username')).toHaveValue('Winner')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm mint')
  const other = await context.newPage()
  await open(other, page.url())
  await page.getByRole('button', { name: 'Mint now' }).dblclick()
  await other.getByRole('button', { name: 'Mint now' }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Minted')
  expect(await (await winner.get('/economy')).json()).toMatchObject({ balance: 12_500_000 })

  await page.getByRole('link', { name: 'Transactions of Winner' }).click()
  await expect(page.getByRole('row', { name: /Mint Platform ?to Winner .*First prize$/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  const file = await page.request.get('/admin/transactions/transactions.csv?user=Winner')
  expect(await file.text()).toContain(',Mint,,,Winner,')
  await page.getByLabel('Username or ledger account').fill('Nobody_at_all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results match these filters')).toBeVisible()
})

test('a key is disabled after a confirmation, and the tools are reachable on a phone', async ({
  page,
  signInFounder,
}) => {
  const founder = await signInFounder()
  const { key } = (await (await founder.post('/admin/regkeys?/create', { uses: '3' })).json()) as {
    key: string
  }
  await page.setViewportSize({ width: 390, height: 800 })
  // On a narrow screen, the account menu replaces the sidebar.
  await open(page, '/home')
  await page.getByRole('button', { name: 'Account menu of Founder' }).click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL('/admin')
  await open(page, '/admin/accounts')
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.getByRole('main').getByText('Filters', { exact: true }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await open(page, '/admin/regkeys?state=open')
  await page.locator('summary', { hasText: 'Registration keys' }).click()
  const tools = page.getByRole('navigation', { name: 'Administration' })
  await expect(tools.getByRole('link', { name: 'Registration keys' })).toBeVisible()
  await page.getByRole('button', { name: `Disable ${key}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Disable this key?' })
  await expect(question).toContainText('its 3 remaining uses are lost')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('row').filter({ hasText: key })).toBeVisible()
  await page.getByRole('button', { name: `Disable ${key}` }).click()
  await question.getByRole('button', { name: 'Disable key' }).click()
  await expect(page.getByText('Key disabled')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: key })).toHaveCount(0)
})

test('name, icon and accent change for visitors at once, and can be undone', async ({
  page,
  browser,
  product,
  signInFounder,
}) => {
  const founder = await signInFounder()
  await open(page, '/admin/site')
  await page.getByLabel('Name', { exact: true }).fill('Blockland')
  const accent = page.getByRole('textbox', { name: /^Accent colour/ })
  await accent.fill('blue')
  await page.getByLabel(/^Contact/).fill('help@example.org')
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Blockland')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(accent).toHaveAccessibleDescription(/Enter a colour such as/)
  await accent.fill('#3366ff')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Blockland' })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(1)

  const visitors = await browser.newContext({ baseURL: product.baseUrl })
  const visitor = await visitors.newPage()
  await visitor.goto('/games')
  await expect(visitor).toHaveTitle(/Blockland$/)
  await expect(visitor.getByRole('link', { name: 'Contact' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  )
  await expect(visitor.getByRole('link', { name: 'Create account' })).toHaveCSS(
    'background-color',
    'rgb(51, 102, 255)',
  )
  await visitors.close()

  const history = page.getByRole('region', { name: 'History' })
  await page
    .getByLabel(/^Icon/)
    .setInputFiles(join(import.meta.dirname, '../../client-api/src/avatar/placeholder.png'))
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await expect(page.getByRole('banner').locator('img[src^="/identity/"]')).toBeVisible()
  await history.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('banner').locator('img[src^="/identity/"]')).toHaveCount(0)
  await expect(history.getByRole('listitem')).toHaveCount(3)

  // Default genres are shown in the reader's language, and saving them does not change their English names.
  await page.context().addCookies([{ name: 'language', value: 'de', url: product.baseUrl }])
  await open(page, '/admin/site')
  const genres = page.getByLabel(/^Genres/)
  await expect(genres).toHaveValue(/^Hindernislauf$/m)
  const german = await genres.inputValue()
  await genres.fill(`${german}\nUnterwasser`)
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Überleben und Unterwasser')
  expect(await (await founder.get('/admin/site')).json()).toMatchObject({
    identity: { genres: expect.arrayContaining(['Obstacle course', 'Unterwasser']) },
  })
})
