import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { placeFile, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { password, register } from '../support/person.ts'

test.use({ shares: true, javaScriptEnabled: false })

/** Expects an error at a field, associated with it so that a screen reader announces it. */
const expectTrouble = async (page: Page, label: string, message: string) => {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`))
}

test('registration and sign-in show errors at the fields and retain the input', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('no spaces')
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByLabel('Repeat password', { exact: true }).fill('something else')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expectTrouble(page, 'Username', 'Use 3 to 21 letters, digits or underscores')
  await expectTrouble(page, 'Password', 'Use at least 16 characters')
  await expect(page.getByLabel('Username')).toHaveValue('no spaces')
  await expect(page.getByLabel('Password', { exact: true })).toBeEmpty()
  await expect(page.getByRole('button', { name: 'Show password' }), 'needs a script').toHaveCount(0)

  await page.getByLabel('Username').fill('Plain')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Plain' })).toBeVisible()

  await page.getByRole('button', { name: 'Account menu of Plain' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill('Plain')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expectTrouble(page, 'Password', 'Incorrect username or password')
  await expect(page.getByLabel('Username')).toHaveValue('Plain')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Plain' })).toBeVisible()
})

test('a game is made, gets a file and has its settings changed', async ({ page, signIn }) => {
  await signIn('Maker')
  await page.goto('/games/create')
  await page.getByLabel('Description').fill('Kept')
  await page.getByRole('button', { name: 'Create game' }).click()
  await expectTrouble(page, 'Name', '.+')
  await expect(page.getByLabel('Description')).toHaveValue('Kept')
  await page.getByLabel('Name').fill('Plain game')
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByRole('heading', { name: 'Plain game' })).toBeVisible()
  await expect(page.getByText('Your game has no file yet')).toBeVisible()
  const settings = `${new URL(page.url()).pathname}/settings`

  await page.goto(`${settings}/file`)
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expectTrouble(page, 'File', 'Choose a file')
  await page.getByLabel('File', { exact: true }).setInputFiles(placeFile(250_000))
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expect(page.getByText('Game file uploaded')).toBeVisible()
  await expect(page.getByText('Uploaded just now · 250 kB')).toBeVisible()

  await page.goto(`${settings}/servers`)
  const network = page.locator('form', { has: page.getByLabel('Maximum players') })
  await network.getByLabel('Server port').fill('80')
  await network.getByLabel('Maximum players').fill('25')
  await network.getByRole('button', { name: 'Save changes' }).click()
  await expectTrouble(page, 'Server port', 'Enter a port from 1024 to 65535')
  await expect(network.getByLabel('Maximum players')).toHaveValue('25')
  await network.getByLabel('Server port').fill('2000')
  await network.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Network settings saved')).toBeVisible()

  await page.goto(`${settings}/privacy`)
  await page.getByRole('switch', { name: 'Private' }).check()
  await page
    .locator('form', { has: page.getByRole('switch', { name: 'Private' }) })
    .getByRole('button', { name: 'Save changes' })
    .click()
  await expect(page.getByText('Privacy settings saved')).toBeVisible()
  const invitation = await page.getByLabel('Invite link').inputValue()
  // Without a script, the questions of dialogs are in the page, within an element that has no roles or texts.
  const question = page.locator('noscript', { has: page.locator('form[action="?/privatelink"]') })
  await expect(question.locator('p').first()).toHaveText('Create a new invite link?')
  await question.locator('button').click()
  await expect(question.locator('[data-notice]')).toContainText('New invite link created')
  await expect(page.getByLabel('Invite link')).not.toHaveValue(invitation)

  await page.goto(`${settings}/servers`)
  await expect(page.getByLabel('Server port')).toHaveValue('2000')
  await expect(page.getByLabel('Maximum players')).toHaveValue('25')
  await page.goto(`${settings}/privacy`)
  await expect(page.getByRole('switch', { name: 'Private' })).toBeChecked()
})

test('Play shows the address that opens the client, also for a private place', async ({
  page,
  product,
  signIn,
}) => {
  const maker = await register(product.baseUrl, 'Inviting')
  const place = await makePlace(maker, 'Secret garden')
  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'true' })
  const settings = (await (await maker.get(`${place.path}/settings`)).json()) as { privateTicket: string }
  await signIn('Invited')
  expect((await page.goto(place.path))?.status()).toBe(404)
  await page.goto(`${place.path}?privateServer=${settings.privateTicket}`)
  await page.getByRole('button', { name: 'Play' }).click()
  const link = await page.getByRole('link', { name: 'Open the game' }).getAttribute('href')
  const script = new URL(new URL(link ?? '').searchParams.get('script') ?? '')
  expect(script.searchParams.get('privateServer')).toBe(settings.privateTicket)
  const answer = await page.request.get(`${script.pathname}${script.search}`)
  expect([answer.status(), (await answer.text()).slice(0, 9)]).toEqual([200, '--rbxsig%'])

  // The link that the player came by is kept.
  await page.goto('/home')
  const continued = page.getByRole('region', { name: 'Continue playing' })
  await continued.getByRole('button', { name: 'Play Secret garden' }).click()
  await expect(page.getByRole('link', { name: 'Open the game' })).toHaveAttribute('href', /privateServer/)
})

test('the file of an item is replaced and waits for approval', async ({ page, product, signIn }) => {
  const maker = await signIn('Plain_painter')
  const { id } = (await (await maker.get('/user/Plain_painter')).json()) as { id: string }
  const body = JSON.stringify({ To: `user:${id}`, Amount: 10_000_000, Note: 'Prize' })
  const headers = await bearerOf(product, 'economy')
  await fetch(`${product.economyUrl}/mint`, { method: 'POST', body, headers })
  const shape = { width: 64, height: 64, channels: 3, background: '#36a' } as const
  const buffer = await sharp({ create: shape }).png().toBuffer()
  const fields = { type: '13', name: 'Blue decal', price: '1' }
  const made = await maker.upload('/develop/create', 'asset', new Blob([Buffer.from(buffer)]), {}, fields)
  await page.goto(`${made.headers.get('location')}/settings`)
  await expect(page.getByText('Until a moderator approves it')).toBeVisible()
  const file = (bytes: Buffer) => ({ name: 'decal.png', mimeType: 'image/png', buffer: bytes })
  await page.setViewportSize({ width: 390, height: 844 })
  const { width } = (await page.getByLabel('File', { exact: true }).boundingBox()) ?? { width: 390 }
  expect(width, 'no wider than its card').toBeLessThan(320)
  await page.getByLabel('File', { exact: true }).setInputFiles(file(Buffer.from('no picture')))
  await page.getByRole('button', { name: 'Replace file' }).click()
  await expectTrouble(page, 'File', 'This is not a PNG, JPEG, WebP or GIF image')
  await page.getByLabel('File', { exact: true }).setInputFiles(file(buffer))
  await page.getByRole('button', { name: 'Replace file' }).click()
  await expect(page.getByText('File replaced')).toBeVisible()
})

test('the theme is chosen and stays chosen', async ({ page, signIn }) => {
  await signIn('Nightowl')
  await page.goto('/settings')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'auto')
  await page.getByLabel('About you').fill('I am up late.')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/games')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/settings')
  await expect(page.getByLabel('Theme')).toHaveValue('Dark')
  await expect(page.getByLabel('About you')).toHaveValue('I am up late.')
})

test('people are searched for from every page, and the results have pages', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Finder')
  for (let number = 10; number < 36; number++) await register(product.baseUrl, `seek_${number}`)
  await page.goto('/games')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('SEEK_')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?q=SEEK_')
  await expect(field).toHaveValue('SEEK_')
  const people = page.getByRole('main').getByRole('article')
  await expect(people).toHaveCount(6)
  await page.getByRole('link', { name: 'All 24+ people' }).click()
  await expect(people).toHaveCount(24)
  await page.getByRole('link', { name: 'More people' }).click()
  await expect(people).toContainText(['seek_34', 'seek_35'])
  await expect(field).toHaveValue('SEEK_')
  await field.fill('%')
  await field.press('Enter')
  await expect(page.getByText('No names start with “%”')).toBeVisible()
  await expect(field).toHaveValue('%')
})
