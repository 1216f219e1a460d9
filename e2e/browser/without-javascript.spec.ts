import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { placeFile, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { give } from '../support/money.ts'
import { password, register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true, javaScriptEnabled: false })

/** Expects an error at a field, associated with it so that a screen reader announces it. */
const expectFieldError = async (page: Page, label: string, message: string) => {
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
  await expectFieldError(page, 'Username', 'Use 3 to 21 letters from A to Z, digits or underscores')
  await expectFieldError(page, 'Password', 'Use at least 16 characters')
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
  await expectFieldError(page, 'Password', 'Incorrect username or password')
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
  await expectFieldError(page, 'Name', '.+')
  await expect(page.getByLabel('Description')).toHaveValue('Kept')
  await page.getByLabel('Name').fill('Plain game')
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByRole('heading', { name: 'Plain game' })).toBeVisible()
  await expect(page.getByText('This is a draft')).toBeVisible()
  const settings = `${new URL(page.url()).pathname}/settings`

  await page.goto(`${settings}/file`)
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expectFieldError(page, 'File', 'Choose a file')
  await page.getByLabel('File', { exact: true }).setInputFiles(placeFile(250_000))
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expect(page.getByText('Game file uploaded')).toBeVisible()
  await expect(page.getByText('Uploaded just now · 250 kB')).toBeVisible()

  await page.goto(`${settings}/servers`)
  const network = page.locator('form', { has: page.getByLabel('Maximum players') })
  await network.getByLabel('Server port').fill('80')
  await network.getByLabel('Maximum players').fill('25')
  await network.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'Server port', 'Enter a port from 1024 to 65535')
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
  // Without a script, dialogs are in the page within `noscript`, whose roles and texts Playwright cannot find.
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

test('Play shows the address that opens the client, also for a private place', async ({ product }) => {
  const maker = await register(product.baseUrl, 'Inviting')
  const place = await makePlace(maker, 'Secret garden')
  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'true' })
  const settings = (await (await maker.get(`${place.path}/settings`)).json()) as { privateTicket: string }
  const page = new PlainPage(await register(product.baseUrl, 'Invited'), product.baseUrl)
  await page.open(place.path)
  expect(page.status).toBe(404)
  await page.open(`${place.path}?privateServer=${settings.privateTicket}`)
  await page.submit('Play')
  const link = new URL(page.linkTo('Open the game'))
  const script = new URL(link.searchParams.get('script') ?? '')
  expect(script.searchParams.get('privateServer')).toBe(settings.privateTicket)
  const answer = await maker.get(`${script.pathname}${script.search}`)
  expect([answer.status, (await answer.text()).slice(0, 9)]).toEqual([200, '--rbxsig%'])

  // The invitation also opens the game from the home page.
  await page.open('/home')
  await page.submit('Play Secret garden')
  expect(page.linkTo('Open the game')).toMatch(/privateServer/)
})

test('the file of an item is replaced and waits for approval', async ({ product }) => {
  const maker = await register(product.baseUrl, 'Plain_painter')
  await give(product, 'Plain_painter', 10)
  const shape = { width: 64, height: 64, channels: 3, background: '#36a' } as const
  const picture = new Uint8Array(await sharp({ create: shape }).png().toBuffer())
  const fields = { type: '13', name: 'Blue decal', price: '1' }
  const made = await maker.upload('/develop/create', 'asset', new Blob([picture]), {}, fields)
  const page = new PlainPage(maker, product.baseUrl)
  await page.open(`${made.headers.get('location')}/settings`)
  expect(page.text('main')).toContain('Until a moderator approves it')
  await page.submit('Replace file', { File: new File(['no picture'], 'decal.png') })
  expect(page.errorAt('File')).toMatch(/^This isn’t a PNG, JPEG, WebP or GIF image/)
  await page.submit('Replace file', { File: new File([picture], 'decal.png', { type: 'image/png' }) })
  expect(page.text()).toContain('File replaced')
})

test('the theme is chosen and stays chosen', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Nightowl'), product.baseUrl)
  const theme = () => page.attribute('html', 'data-theme')
  await page.open('/settings')
  expect(theme()).toBe('auto')
  await page.submit('Save changes', { 'About you': 'I am up late.', Theme: 'Dark' })
  expect(page.text()).toContain('Profile saved')
  expect(theme()).toBe('dark')
  await page.open('/games')
  expect(theme()).toBe('dark')
  await page.open('/settings')
  expect([page.valueOf('Theme'), page.valueOf('About you')]).toEqual(['Dark', 'I am up late.'])
})

test('the figure of the avatar fills its frame', async ({ page, signIn }) => {
  await signIn('Still_figure')
  await page.goto('/character')
  const picture = page.getByRole('img', { name: 'How others see you' })
  const boxes = await Promise.all([picture, picture.locator('..')].map((found) => found.boundingBox()))
  expect(boxes[0]).toEqual(boxes[1])
})

test('people are searched for from every page, and the results have pages', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Finder'), product.baseUrl)
  for (let number = 10; number < 36; number++) await register(product.baseUrl, `seek_${number}`)
  const people = () => page.texts('main article')
  const searched = () => page.attribute('header input[name=q]', 'value')
  await page.open('/games')
  await page.submit('Search', { Search: 'SEEK_' }, 'header')
  expect(page.path).toBe('/search?q=SEEK_')
  expect(searched()).toBe('SEEK_')
  expect(people()).toHaveLength(6)
  await page.follow('All 24+ people')
  expect(people()).toHaveLength(24)
  await page.follow('More people')
  expect(people()).toEqual([expect.stringContaining('seek_34'), expect.stringContaining('seek_35')])
  expect(searched()).toBe('SEEK_')
  await page.submit('Search', { Search: '%' }, 'header')
  expect(page.text('main')).toContain('No names start with “%”')
  expect(searched()).toBe('%')
})
