import { expect } from '@playwright/test'
import { holdRequests, hydrated, open, test } from '../support/browser.ts'

test.use({ shares: true })

test('a refusal appears at its field, which gets the focus, and the input stays', async ({ page }) => {
  await open(page, '/register')
  const username = page.getByLabel('Username')
  const secret = page.getByLabel('Password', { exact: true })
  const again = page.getByLabel('Repeat password', { exact: true })
  await username.fill('founder')
  await secret.fill('correct horse battery')
  await again.fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(username).toHaveAccessibleDescription(/^This username is already in use/)
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await expect(username).toBeFocused()
  await expect(username).toHaveValue('founder')
  await expect(secret).toHaveValue('correct horse battery')

  await username.fill('Somebody_else')
  await again.fill('something else')
  await again.press('Enter')
  await expect(again).toHaveAccessibleDescription('Passwords do not match')
  await expect(again).toBeFocused()
  await expect(username).not.toHaveAttribute('aria-invalid')
  await expect(username).toHaveValue('Somebody_else')
})

test('text typed while a form is being sent stays when the form is refused', async ({ page }) => {
  await open(page, '/login')
  const release = await holdRequests(page, '/login')
  const username = page.getByLabel('Username')
  await username.fill('founder')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await sent
  await username.fill('founder_typed_on')
  release()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(username).toHaveValue('founder_typed_on')
})

test('a weak password is accepted after a warning', async ({ page }) => {
  await open(page, '/register')
  const secret = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Username').fill('Careless')
  await secret.fill('passwordpassword')
  await page.getByLabel('Repeat password', { exact: true }).fill('passwordpassword')
  const create = page.getByRole('main').getByRole('button', { name: 'Create account' })
  await create.click()
  const anyway = page.getByLabel('Use this password anyway')
  await expect(anyway).toBeFocused()
  await expect(anyway).toHaveAccessibleDescription(/^This password is easy to guess/)
  await expect(secret).toHaveValue('passwordpassword')
  await anyway.check()
  await create.click()
  await expect(page).toHaveURL('/home')
})

test('a suggested passphrase fills the field, is readable, and needs no repeating', async ({ page }) => {
  await open(page, '/register')
  const suggestion = page.locator('main .font-mono')
  const first = await suggestion.textContent()
  await page.getByRole('button', { name: 'Suggest another' }).click()
  await expect(suggestion).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Use this password' }).click()
  const passphrase = (await suggestion.textContent()) ?? ''
  expect(passphrase.split(' ')).toHaveLength(4)
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveValue(passphrase)
  await expect(field).toHaveAttribute('type', 'text')
  await expect(page.getByLabel('Repeat password', { exact: true })).toBeHidden()
  await page.getByLabel('Username').fill('Suggested')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/home')
})

test('a password that is shown is typed once, and a hidden one twice', async ({ page }) => {
  await open(page, '/register')
  const again = page.getByLabel('Repeat password', { exact: true })
  await page.getByLabel('Username').fill('Typed_once')
  await page.getByLabel('Password', { exact: true }).fill('long enough to be taken')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.first().click()
  await expect(again).toBeHidden()
  await show.click()
  await expect(again).toBeVisible()
  const create = page.getByRole('main').getByRole('button', { name: 'Create account' })
  await create.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await show.first().click()
  await create.click()
  await expect(page).toHaveURL('/home')
})

test('the error of a field disappears when the field is changed', async ({ page }) => {
  await open(page, '/register')
  const username = page.getByLabel('Username')
  const secret = page.getByLabel('Password', { exact: true })
  await username.fill('ab')
  const create = page.getByRole('main').getByRole('button', { name: 'Create account' })
  await create.click()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Use this password' }).click()
  await expect(secret).not.toHaveAttribute('aria-invalid')
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await create.click()
  await expect(username).toBeFocused()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
})

test('a sign-in asks for a missing username, and to check an invalid one', async ({ page }) => {
  await open(page, '/login')
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  const username = page.getByLabel('Username')
  await expect(username).toHaveAccessibleDescription('Enter your username')
  await username.fill('<script>')
  await signIn.click()
  await expect(username).toHaveAccessibleDescription('Check your username')
})

test('passwords can be shown', async ({ page }) => {
  await open(page, '/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('a secret')
  await expect(field).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('a secret')
})

test('a full place says so in place of Play', async ({ page, ownPlace, product, signIn }) => {
  const { maker, place } = await ownPlace('Host')
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'false', maxPlayers: '1' })
  const late = await signIn('Late')
  await open(page, place.path)
  await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled()
  const { ticket } = (await (await maker.post(`${place.path}?/join`)).json()) as { ticket: string }

  // The maker's ticket reserves the only seat, which no count of players shows yet.
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByText('This game is full')).toBeVisible()
  const refused = await late.post(`${place.path}?/join`)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: 'This game is full', code: 'places.full' },
  ])

  expect((await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)).status).toBe(200)
  await expect(page.getByRole('button', { name: 'This game is full' })).toBeDisabled()
  await expect(page.getByText('1 playing')).toBeVisible()
})

/** Held back as on a slow network. */
const scripts = '**/_app/**/*.js'

test('text typed before the script has loaded stays', async ({ page, ownPlace }) => {
  const release = await holdRequests(page, scripts)
  const { place } = await ownPlace('Early_bird', 'Bakery')
  await page.goto(`${place.path}/settings/servers`, { waitUntil: 'commit' })
  const address = page.getByLabel('Server address')
  const players = page.getByLabel('Maximum players')
  const dedicated = page.getByLabel('Dedicated server')
  const wasDedicated = await dedicated.isChecked()
  await address.fill('bakery.example')
  await players.fill('7')
  await dedicated.click()
  release()
  await hydrated(page)
  await expect(address).toHaveValue('bakery.example')
  await expect(players).toHaveValue('7')
  await expect(dedicated).toBeChecked({ checked: !wasDedicated })
})

test('options chosen before the script has loaded stay', async ({ page, signIn }) => {
  await signIn('Night_owl')
  const release = await holdRequests(page, scripts)
  await page.goto('/settings', { waitUntil: 'commit' })
  await page.getByLabel('Theme').selectOption('Dark')
  release()
  await hydrated(page)
  await expect(page.getByLabel('Theme')).toHaveValue('Dark')
})
