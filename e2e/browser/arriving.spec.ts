import { expect, type Page } from '@playwright/test'
import { join } from '../client/client.ts'
import { expectNoFaults } from '../support/accessible.ts'
import { hydrated, open, openedBy, takeSession, test } from '../support/browser.ts'
import { makePlace, publicKeyOf } from '../support/game.ts'
import { password, register } from '../support/person.ts'

test.use({ shares: true })

/** Signs in on the current page. */
async function signInHere(page: Page, username: string) {
  await hydrated(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

const panelOf = (page: Page, game: string) => page.getByRole('dialog', { name: game })

/** Opens the game as an installed client does, with the address in the panel. */
async function openClient(page: Page, game: string, product: { baseUrl: string; dataDirectory: string }) {
  const link = panelOf(page, game).getByRole('link', { name: 'Open the game' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  const ticket = new URL(address.searchParams.get('script') ?? '').searchParams.get('ticket') ?? ''
  const client = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await client.ping()
  return client
}

test('a visitor presses Play on a shared game, registers and is playing', async ({ page, product }) => {
  const maker = await register(product.baseUrl, 'Sharer')
  const game = 'Quay Tycoon and the Longest Pier in the World'
  const place = await makePlace(maker, game)
  await open(page, '/games')
  await page.getByRole('link', { name: game }).click()
  await expect(page).toHaveURL(`/share/${place.id}`)
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Play' }).click()

  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('heading', { name: `Create an account to play ${game}` })).toBeVisible()
  await expectNoFaults(page)
  // The name does not widen the card, which would cut its fields off.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 1200 })
  await expect(page.getByLabel('Username')).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
  await hydrated(page)
  await page.getByLabel('Username').fill('Newcomer')
  await page.getByRole('button', { name: 'Use this password' }).click()
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(place.path)
  const panel = panelOf(page, game)
  await expect(panel.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expectNoFaults(page)
  const client = await openClient(page, game, product)
  await expect(panel.getByText('You’re in. Have fun.')).toBeVisible()
  await expect(panel).toBeHidden()
  client.leave()

  await test.step('and later continues from the home page with one press', async () => {
    // A tab that was asked to open a client ignores clicks for a while.
    const tab = await page.context().newPage()
    await open(tab, '/home')
    await expect(tab.getByRole('region', { name: 'First steps' })).toContainText('1 of 3 done')
    const games = tab.getByRole('region', { name: 'Continue playing' })
    await games.getByRole('button', { name: `Play ${game}` }).click()
    const again = panelOf(tab, game)
    await expect(again.getByText('The client is installed on this computer.')).toBeVisible()
    await expect(again.getByRole('link', { name: 'Open the game' })).toBeVisible()
  })
})

test('a protected page opens after signing in, once', async ({ page, product }) => {
  await register(product.baseUrl, 'Returning')
  await page.goto('/settings?from=a-bookmark')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Sign in to continue.')).toBeVisible()
  await signInHere(page, 'Returning')
  await expect(page).toHaveURL('/settings?from=a-bookmark')
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'destination' }))
})

test('a link from another page of the browser does not make a game’s page join', async ({
  page,
  ownPlace,
}) => {
  const { place } = await ownPlace('Bystander', 'Unwanted')
  await open(page, `${place.path}#play`)
  await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled()
  await expect(panelOf(page, 'Unwanted')).toBeHidden()
})

test('text typed before the session ended is back after signing in', async ({ page, ownPlace }) => {
  const { place } = await ownPlace('Writer')
  await open(page, `${place.path}/settings`)
  await page.getByLabel('Description').fill('A long text about ships.')
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(page).toHaveURL('/login')
  await signInHere(page, 'Writer')
  await expect(page).toHaveURL(`${place.path}/settings`)
  await expect(page.getByText('What you typed is still here.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('A long text about ships.')
})

test('Play on a phone without a client says that a computer is needed', async ({ browser, product }) => {
  const maker = await register(product.baseUrl, 'Pocket_maker')
  const game = 'Pocket Pier'
  const place = await makePlace(maker, game)
  const phone = await browser.newContext({
    baseURL: product.baseUrl,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await takeSession(phone, await register(product.baseUrl, 'Pocket_player'), product.baseUrl)
  const page = await phone.newPage()
  const opened = await openedBy(page)
  await open(page, `/share/${place.id}`)
  await expect(page.getByText('You need a computer to play.')).toBeVisible()
  await open(page, place.path)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const panel = panelOf(page, game)
  await expect(panel).toContainText('Games here don’t open on phones or tablets.')
  await expect(panel.getByRole('link', { name: 'Share' })).toBeVisible()
  await expect(panel.getByText('Install the game client')).toHaveCount(0)
  expect(opened).toEqual([])

  await panel.getByRole('button', { name: 'Try anyway' }).click()
  await expect(panel.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expect.poll(() => opened).toHaveLength(1)
  await phone.close()
})
