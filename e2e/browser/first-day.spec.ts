import { expect, type Page } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { register, signIn } from '../support/person.ts'
import { stock } from '../support/stock.ts'

// An operator runs the platform and has never seen it before. These tests use no documentation: every path starts at
// the operator's home page and follows the texts on the pages.

let complaints: string[]

test.beforeEach(({ page }) => {
  complaints = complaintsOf(page)
})

// The items have no models.
test.afterEach(() => expect(complaints.filter((text) => !text.includes('/character/hat/'))).toEqual([]))

/** Opens the administration from the home page. */
async function openAdministration(page: Page): Promise<void> {
  await open(page, '/home')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Administration', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
}

const tool = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true })

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })

test('five items are approved, and one is refused with a reason', async ({
  page,
  product,
  signInFounder,
}) => {
  await register(product.baseUrl, 'Itemizer')
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((number) => `Item ${number}`)
  await stock(
    product,
    'Itemizer',
    names.map((name) => ({ name, visibility: 'Pending' })),
  )
  await signInFounder()
  await openAdministration(page)
  await attention(page)
    .getByRole('link', { name: /items waiting for approval/ })
    .click()
  await page.getByRole('button', { name: 'Claim the next 5 items' }).click()
  const items = page.getByRole('article')
  for (let left = 5; left > 0; left--) {
    await expect(items).toHaveCount(left)
    await items
      .first()
      .getByRole('button', { name: /^Approve/ })
      .click()
  }
  await expect(items).toHaveCount(0)
  await page.getByRole('button', { name: /^Claim the next/ }).click()
  const refused = items.first()
  const name = await refused.getByRole('heading', { level: 2 }).innerText()
  await refused.getByLabel('Reason for rejection').fill('Nobody can read it')
  await refused.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('article', { name })).toHaveCount(0)
})

test('a player is banned, and the ban is lifted', async ({ page, product, signInFounder }) => {
  await register(product.baseUrl, 'Ada')
  await signInFounder()
  await openAdministration(page)
  await tool(page, 'Accounts').click()
  await page.getByLabel('Name starts with').fill('ada')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('link', { name: 'Ada', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
  await tool(page, 'Moderation').click()
  await page.getByLabel('Username').fill('Ada')
  await page.getByLabel('Action').selectOption('Ban')
  await page.getByLabel('Ban length').fill('7')
  await page.getByLabel('Reason').fill('Advertises elsewhere')
  await page.getByRole('button', { name: 'Moderate', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText('Ada was banned')).toBeVisible()
  await page.getByRole('button', { name: 'Lift Ada’s ban' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift', exact: true }).click()
  await expect(page.getByText('Ada is in good standing')).toBeVisible()
})

test('a moderator answers an appeal', async ({ page, product, signIn: signInAs }) => {
  const founder = await signIn(product.baseUrl, 'Founder')
  const brother = await register(product.baseUrl, 'Brother')
  const ban = { type: 'Ban', username: 'Brother', reason: 'Sold accounts.', days: '30' }
  await founder.post('/admin/moderation?/moderate', ban)
  expect((await brother.post('/moderation?/appeal', { text: 'My brother did it' })).status).toBe(200)
  await signInAs('Lighthouse')
  await founder.post('/admin/accounts/Lighthouse?/level', { permissionLevel: '4' })
  await openAdministration(page)
  await attention(page).getByRole('link', { name: '1 account appeal waiting for a decision' }).click()
  await expect(page.getByText('My brother did it')).toBeVisible()
  await page.getByLabel('Decision').selectOption('Grant: lift the action')
  await page.getByLabel('Answer').fill('Look after your password.')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('No open appeals')).toBeVisible()
  await page.getByRole('link', { name: 'Decided' }).click()
  await expect(page.getByText('Look after your password.')).toBeVisible()
})

test('a registration key is created', async ({ page, signInFounder }) => {
  await signInFounder()
  await openAdministration(page)
  await tool(page, 'Registration keys').click()
  await page.getByLabel('Uses').fill('5')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('region', { name: 'All keys' }).getByRole('row')).toHaveCount(2)
})

test('currency is minted', async ({ page, product, signInFounder }) => {
  await register(product.baseUrl, 'Grace')
  await signInFounder()
  await openAdministration(page)
  await tool(page, 'Mint currency').click()
  await page.getByLabel('Username').fill('Grace')
  await page.getByLabel('Amount').fill('12.5')
  await page.getByLabel('Note').fill('Won the building contest')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm mint')
  await page.getByRole('button', { name: 'Mint now' }).click()
  await expect(page.getByText('Grace received the currency.')).toBeVisible()
})

test('a flag is changed', async ({ page, signInFounder }) => {
  const founder = await signInFounder()
  await founder.post('/admin/flags?/set', { name: 'DFIntTaskSchedulerTargetFps', value: '60' })
  await openAdministration(page)
  await tool(page, 'Flags').click()
  await expect(page.getByRole('row', { name: /DFIntTaskSchedulerTargetFps 60/ })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('DFIntTaskSchedulerTargetFps')
  await page.getByLabel('Value').fill('144')
  await page.getByRole('button', { name: 'Save flag' }).click()
  await expect(page.getByRole('row', { name: /DFIntTaskSchedulerTargetFps 144/ })).toBeVisible()
})

test('a banner is added', async ({ page, signInFounder }) => {
  await signInFounder()
  await openAdministration(page)
  await tool(page, 'Banners').click()
  await page.getByLabel('Text').fill('The harbour rests on Sunday')
  await page.getByRole('button', { name: 'Create banner' }).click()
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText(
    'The harbour rests on Sunday',
  )
})
