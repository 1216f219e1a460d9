import { expect, type Page } from '@playwright/test'
import { hydrated, open, takeSession, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

const moderateButton = (page: Page) => page.getByRole('button', { name: 'Moderate', exact: true })

/** Warns Mischief, who acknowledges the warning. */
async function warn(page: Page, theirs: Page): Promise<void> {
  await open(page, '/home')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Moderation Active/ })
    .click()
  await expect(page.getByLabel('Ban length')).toBeHidden()
  await page.getByLabel('Username').fill('mischief')
  await page.getByLabel('Reason').fill('Please stop\nthat')
  await moderateButton(page).click()
  await expect(page.getByText('Mischief was warned')).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeEmpty()
  await expect(page.getByRole('row', { name: /Mischief Warning/ })).toBeVisible()

  // The player opened this page before the warning. Sending its form leads to the reason.
  await theirs.getByLabel('Name').fill('My game')
  await theirs.getByRole('button', { name: 'Create game' }).click()
  await expect(theirs).toHaveURL('/moderation')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You have been warned')
  await expect(theirs.getByRole('blockquote')).toHaveText('Please stop\nthat')
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'I have read this' }).click()
  await expect(theirs.getByRole('heading', { name: 'Hello, Mischief' })).toBeVisible()
}

/** Bans Mischief after a refused length and a cancelled confirmation. */
async function ban(page: Page, theirs: Page): Promise<void> {
  await page.getByLabel('Username').fill('Mischief')
  await page.getByLabel('Action').selectOption('Ban')
  await page.getByLabel('Ban length').fill('0')
  await page.getByLabel('Reason').fill('Again')
  await page.getByLabel('Note').press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Ban length')).toHaveAccessibleDescription(/from 1 to 3650/)
  await expect(page.getByLabel('Ban length')).toBeFocused()
  await expect(page.getByLabel('Reason')).toHaveValue('Again')
  await page.getByLabel('Ban length').fill('7')
  await page.getByLabel('Note').fill('Third time')
  await moderateButton(page).click()
  const question = page.getByRole('alertdialog', { name: 'Ban Mischief for 7 days?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(theirs.getByRole('heading', { name: 'Hello, Mischief' })).toBeVisible()
  await moderateButton(page).click()
  await question.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByRole('row', { name: /Mischief Ban Again in 7 days/ })).toBeVisible()
  await theirs.getByRole('link', { name: 'Games', exact: true }).first().click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your account is banned')
  await expect(theirs.getByText(/^in 7 days, on \d+ \w+ \d{4}, \d\d:\d\d UTC$/)).toBeVisible()
}

/** Finds the ban in the list and in its CSV file, and lifts it. */
async function lift(page: Page): Promise<void> {
  await page.getByLabel('Type').selectOption('Bans')
  await page.getByLabel('Sort by').selectOption('Ends soonest')
  await page.getByRole('button', { name: 'Filter' }).click()
  const file = await page.request.get('/admin/moderation/moderation.csv?type=Ban')
  expect(await file.text()).toMatch(
    /^Username,Type,Reason,Note,By,Since,Ends\r\nMischief,Ban,Again,Third time,Founder,2/,
  )
  await page.getByRole('button', { name: 'Lift Mischief’s ban' }).click()
  const lifting = page.getByRole('alertdialog', { name: 'Lift Mischief’s ban?' })
  await lifting.getByRole('button', { name: 'Lift', exact: true }).click()
  await expect(page.getByText('Mischief is in good standing')).toBeVisible()
}

test('a moderator warns and bans a player, who reads why, acknowledges it and regains access', async ({
  page,
  browser,
  product,
  signInFounder,
}) => {
  await signInFounder()
  const player = await register(product.baseUrl, 'Mischief')
  const context = await browser.newContext({ baseURL: product.baseUrl })
  await takeSession(context, player, product.baseUrl)
  const theirs = await context.newPage()
  await open(theirs, '/games/create')

  await warn(page, theirs)
  await ban(page, theirs)
  await lift(page)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Hello, Mischief' })).toBeVisible()

  await page.goto('/admin/accounts/mischief')
  await expect(
    page.getByRole('row', {
      name: /Ban Again Note: Third time Founder just now just now, lifted by Founder/,
    }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /Warning .* acknowledged by Mischief/ })).toBeVisible()
  await context.close()
})

test('an administrator finds an account and sets its level, which opens the pages of that level', async ({
  page,
  product,
  signInFounder,
}) => {
  await signInFounder()
  const helper = await register(product.baseUrl, 'Helping_hand')
  await open(page, '/admin/accounts')
  await page.getByLabel('Name starts with').fill('helping')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Helping_hand' }).click()
  await page.getByLabel('Permission level').selectOption('4 · Moderator')
  await page.getByRole('button', { name: 'Set level' }).click()
  const promotion = page.getByRole('alertdialog', { name: 'Change Helping_hand’s level to 4 · Moderator?' })
  await expect(promotion).toContainText('moderation, appeals, accounts and servers')
  await promotion.getByRole('button', { name: 'Set level' }).click()
  await expect(page.getByText('Level changed')).toBeVisible()
  await expect(page.getByLabel('Permission level')).toHaveValue('4')

  const file = await page.request.get('/admin/accounts/accounts.csv?level=4&q=helping')
  expect(await file.text()).toMatch(
    /^Id,Username,Level,Standing,Erasure,Registered\r\n\w+,Helping_hand,4,Good,,2[^\n]+\n$/,
  )

  const theirs = new PlainPage(helper, product.baseUrl)
  await theirs.open('/admin')
  expect(theirs.texts('nav.aside[aria-label="Administration"] a')).toEqual([
    'Back to Baseplate',
    'Overview',
    'Reports',
    'Item review',
    'Takedowns',
    'Appeals',
    'Moderation',
    'Accounts',
    'Audit log',
    'Renders',
    'Servers',
  ])
  await theirs.open('/admin/accounts/Founder')
  expect(theirs.text()).toContain('You can only moderate accounts below your own level.')
  expect(theirs.text()).not.toContain('Permission level')

  await page.getByRole('button', { name: 'End all sessions' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign Helping_hand out everywhere?' })
  await question.getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('1 session ended')).toBeVisible()
  await theirs.open('/admin')
  expect(theirs.path).toMatch(/^\/login/)
  await page.getByRole('button', { name: 'Create password reset link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByText(/\/recover\//).innerText()
  await theirs.open(link)
  expect(theirs.text('main')).toContain('For Helping_hand')
})

test('arrow keys read charts, and the dialog behind ? lists shortcuts and switches them off', async ({
  page,
  product,
  signInFounder,
}) => {
  await signInFounder()
  await register(product.baseUrl, 'Charted')
  await open(page, '/admin')
  const chart = page.getByRole('slider', { name: 'Users' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /Total: \d/)
  const last = Number(await chart.getAttribute('aria-valuemax'))
  for (const [key, value] of [
    ['Home', 0],
    ['ArrowRight', Math.min(1, last)],
    ['End', last],
    ['ArrowLeft', Math.max(0, last - 1)],
  ] as const) {
    await page.keyboard.press(key)
    await expect(chart, key).toHaveAttribute('aria-valuenow', String(value))
  }
  await page.keyboard.press('Escape')
  await expect(chart).toHaveAttribute('aria-valuetext', 'Use the arrow keys to read values')

  await open(page, '/admin/accounts')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('term')).toHaveText(['j', 'k', '?'])
  await keys.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.reload()
  await hydrated(page)
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(keys).toBeHidden()
  await expect(page.locator('tbody :focus')).toHaveCount(0)
})

test('a takedown is undone from the list of takedowns', async ({ page, product, signInFounder }) => {
  const maker = await register(product.baseUrl, 'Castaway')
  const player = await register(product.baseUrl, 'Beachcomber')
  const place = await makePlace(maker, 'Driftwood')
  const founder = await signInFounder()
  await founder.post(`${place.path}/settings?/moderate`, { visibility: 'Moderated', reason: 'A copy' })
  expect((await player.get(place.path)).status).toBe(404)
  await open(page, '/admin/takedowns')
  await page.getByRole('button', { name: 'Restore Driftwood' }).click()
  await expect(page.getByText('Driftwood is shown again')).toBeVisible()
  await expect(page.getByRole('row', { name: /Driftwood/ })).toHaveCount(0)
  expect((await player.get(place.path)).status).toBe(200)
})
