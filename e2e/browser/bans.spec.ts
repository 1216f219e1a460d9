import { expect, type Page } from '@playwright/test'
import { open, takeSession, test } from '../support/browser.ts'
import { register } from '../support/person.ts'

test.use({ shares: true })

const moderateButton = (page: Page) => page.getByRole('button', { name: 'Moderate', exact: true })

test('a player is banned from the profile, appeals, and is unbanned by another moderator', async ({
  page,
  browser,
  product,
  signInFounder,
}) => {
  const founder = await signInFounder()
  const [player, helper] = [
    await register(product.baseUrl, 'Appealing'),
    await register(product.baseUrl, 'Second_look'),
  ]
  await founder.post('/admin/accounts/Second_look?/level', { permissionLevel: '4' })
  await open(page, '/user/Appealing')
  await page.getByText('Moderation', { exact: false }).first().click()
  await page.getByLabel('Action').selectOption('Termination')
  await page.getByLabel('Reason').fill('Selling accounts')
  await moderateButton(page).click()
  await page.getByRole('button', { name: 'Terminate' }).click()
  await expect(page.getByText('Appealing was terminated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lift Appealing’s termination' })).toBeVisible()

  const context = await browser.newContext({ baseURL: product.baseUrl })
  await takeSession(context, player, product.baseUrl)
  const theirs = await context.newPage()
  await open(theirs, '/home')
  await theirs.getByRole('button', { name: 'Send appeal' }).click()
  await expect(theirs.getByLabel('Why should we lift it?')).toHaveAccessibleDescription(/^Say why/)
  await theirs.getByLabel('Why should we lift it?').fill('It was not me')
  await theirs.getByRole('button', { name: 'Send appeal' }).click()
  await expect(theirs.getByText('Another moderator will review it')).toBeVisible()

  await open(page, '/admin/appeals')
  await expect(page.getByText('You moderated this account. Another moderator decides.')).toBeVisible()
  await takeSession(page.context(), helper, product.baseUrl)
  await open(page, '/admin/appeals')
  await expect(page.getByText('It was not me')).toBeVisible()
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByLabel('Decision')).toHaveAccessibleDescription('Choose whether to grant the appeal')
  await page.getByLabel('Decision').selectOption('Granted')
  await page.getByLabel('Answer').fill('You were right')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('No open appeals.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Hello, Appealing' })).toBeVisible()
  await open(theirs, '/notifications')
  await expect(theirs.getByText('Your appeal was granted: You were right')).toBeVisible()
  await context.close()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a player is banned, reads why, and is unbanned', async ({
    page,
    browser,
    product,
    signInFounder,
  }) => {
    await signInFounder()
    const player = await register(product.baseUrl, 'Plain_mischief')
    await page.goto('/admin/moderation')
    await page.getByLabel('Username').fill('Plain_mischief')
    await page.getByLabel('Action').selectOption('Ban')
    await page.getByLabel('Ban length').fill('2')
    await moderateButton(page).click()
    await expect(page.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/)
    await expect(page.getByLabel('Username')).toHaveValue('Plain_mischief')
    await expect(page.getByLabel('Action')).toHaveValue('Ban')
    await expect(page.getByLabel('Ban length')).toHaveValue('2')
    await page.getByLabel('Reason').fill('Cheating')
    await moderateButton(page).click()
    // Without a script, a page asks for confirmation instead of a dialog. Going back restores the input.
    await expect(page.getByText('Ban Plain_mischief for 2 days?')).toBeVisible()
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(page.getByLabel('Reason')).toHaveValue('Cheating')
    await expect(page.getByLabel('Ban length')).toHaveValue('2')
    await moderateButton(page).click()
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(page.getByText('Plain_mischief was banned')).toBeVisible()

    const context = await browser.newContext({ baseURL: product.baseUrl, javaScriptEnabled: false })
    await takeSession(context, player, product.baseUrl)
    const theirs = await context.newPage()
    await theirs.goto('/settings')
    await expect(theirs).toHaveURL('/moderation')
    await expect(theirs.getByRole('blockquote')).toHaveText('Cheating')

    await page.goto('/admin/accounts/plain_mischief')
    await page.locator('summary', { hasText: 'Lift Plain_mischief’s ban' }).click()
    await page.locator('details[open] button', { hasText: 'Lift' }).click()
    await expect(page.getByText('This account is in good standing.')).toBeVisible()
    await page.getByLabel('Reason').fill('Mind the rules')
    await moderateButton(page).click()
    await theirs.goto('/home')
    await theirs.getByRole('button', { name: 'I have read this' }).click()
    await expect(theirs).toHaveURL('/home')

    await page.goto('/admin/accounts/Founder')
    await page.getByLabel('Permission level').selectOption('1')
    await page.getByRole('button', { name: 'Set level' }).click()
    await expect(page.getByText('Change Founder’s level to 1 · User?')).toBeVisible()
    await page.getByRole('button', { name: 'Set level' }).click()
    await expect(page.getByLabel('Permission level')).toHaveAccessibleDescription(/only administrator/)
    await context.close()
  })
})
