import { expect, type Page } from '@playwright/test'
import { open, takeSession, test } from '../support/browser.ts'
import { register, signIn } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

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
  await expect(theirs.getByLabel('Why should we reverse this decision?')).toHaveAccessibleDescription(
    /^Say why/,
  )
  await theirs.getByLabel('Why should we reverse this decision?').fill('It was not me')
  await theirs.getByRole('button', { name: 'Send appeal' }).click()
  await expect(theirs.getByText('Another moderator will review it')).toBeVisible()

  await open(page, '/admin/appeals')
  await expect(page.getByText('You moderated this account. Another moderator decides.')).toBeVisible()
  await takeSession(page.context(), helper, product.baseUrl)
  await open(page, '/admin/appeals')
  const appeal = page.getByRole('listitem').filter({ hasText: 'It was not me' })
  await appeal.getByRole('button', { name: 'Decide' }).click()
  const decision = appeal.getByLabel('Decision')
  await expect(decision).toHaveAccessibleDescription('Choose whether to grant the appeal')
  await decision.selectOption('Granted')
  await appeal.getByLabel('Answer').fill('You were right')
  await appeal.getByRole('button', { name: 'Decide' }).click()
  await expect(appeal).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Hello, Appealing' })).toBeVisible()
  await open(theirs, '/notifications')
  await expect(theirs.getByText('Your appeal was granted: You were right')).toBeVisible()
  await context.close()
})

test('a player is banned, reads why, and is unbanned, without a script', async ({ product }) => {
  const page = new PlainPage(await signIn(product.baseUrl, 'Founder'), product.baseUrl)
  const player = await register(product.baseUrl, 'Plain_mischief')
  await page.open('/admin/moderation')
  await page.submit('Moderate', { Username: 'Plain_mischief', Action: 'Ban', 'Ban length': '2' })
  expect(page.errorAt('Reason')).toMatch(/^Enter a reason/)
  const kept = () => ['Username', 'Action', 'Ban length'].map((label) => page.valueOf(label))
  expect(kept()).toEqual(['Plain_mischief', 'Ban', '2'])
  await page.submit('Moderate', { Reason: 'Cheating' })
  // Without a script, a page asks for confirmation instead of a dialog. Going back restores the input.
  expect(page.text('main')).toContain('Ban Plain_mischief for 2 days?')
  await page.submit('Go back')
  expect([...kept(), page.valueOf('Reason')]).toEqual(['Plain_mischief', 'Ban', '2', 'Cheating'])
  await page.submit('Moderate')
  await page.submit('Ban')
  expect(page.text()).toContain('Plain_mischief was banned')

  const theirs = new PlainPage(player, product.baseUrl)
  await theirs.open('/settings')
  expect([theirs.path, theirs.text('blockquote')]).toEqual(['/moderation', 'Cheating'])

  await page.open('/admin/accounts/plain_mischief')
  await page.submit('Lift')
  expect(page.text()).toContain('This account is in good standing.')
  await page.submit('Moderate', { Reason: 'Mind the rules' })
  await theirs.open('/home')
  await theirs.submit('I have read this')
  expect(theirs.path).toBe('/home')

  await page.open('/admin/accounts/Founder')
  await page.submit('Set level', { 'Permission level': '1 · User' })
  expect(page.text('main')).toContain('Change Founder’s level to 1 · User?')
  await page.submit('Set level')
  expect(page.errorAt('Permission level')).toMatch(/only administrator/)
})
