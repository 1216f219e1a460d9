import { expect, type Page } from '@playwright/test'
import { join, type Playing } from '../client/client.ts'
import { complaintsOf, hydrated, open, openedBy, placeFile, slowDown, test } from '../support/browser.ts'
import { publicKeyOf } from '../support/game.ts'
import { password } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

test.use({ world: 'empty' })

const file = placeFile(3_000_000)

/** Returns the ticket of the join script in a launch address, as a launcher reads it. */
const ticketOf = (address: string) =>
  new URL(new URL(address).searchParams.get('script') ?? '').searchParams.get('ticket') ?? ''

async function fillAccount(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password', { exact: true }).fill(password)
}

async function setUp(maker: Page): Promise<void> {
  await open(maker, '/')
  await maker.getByRole('link', { name: 'Set up this platform' }).click()
  await expect(maker.getByRole('heading', { name: 'Set up Baseplate' })).toBeVisible()
  await fillAccount(maker, 'Ada')
  await maker.getByRole('button', { name: 'Create administrator account' }).click()
  await expect(maker).toHaveURL('/home')
  await expect(maker.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible()
  await expect(maker.getByText('There are no games yet. Yours can be the first.')).toBeVisible()
}

async function makeGame(maker: Page): Promise<string> {
  await maker.getByRole('banner').getByRole('link', { name: 'Create' }).click()
  await maker.getByRole('main').getByRole('link', { name: 'Game', exact: true }).click()
  await maker.getByLabel('Name').fill('Harbour Tycoon')
  await maker.getByLabel('Description').fill('Ship fish.\nTo the four corners of the map.')
  await maker.getByRole('button', { name: 'Create game' }).click()
  await expect(maker).toHaveURL(/\/place\/\d{9}\/Harbour-Tycoon$/)
  const place = new URL(maker.url()).pathname
  const view = await maker.request.get(place, { headers: { accept: 'application/json' } })
  // The view shows the server ticket only to an owner of level 5.
  expect(await view.json()).toMatchObject({ serverTicket: expect.stringMatching(/^[a-z0-9]{32}$/) })
  return place
}

async function uploadFile(maker: Page, place: string): Promise<void> {
  await maker.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  await maker.getByRole('link', { name: 'Game file', exact: true }).click()
  await maker.getByLabel('File', { exact: true }).setInputFiles(file)
  await expect(maker.getByText('3 MB')).toBeVisible()
  const speedUp = await slowDown(maker, 3_000_000)
  await maker.getByRole('button', { name: 'Upload file' }).click()
  const progress = maker.getByRole('progressbar', { name: 'Uploading' })
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
  await speedUp()
  await expect(maker.getByRole('status').getByText('Game file uploaded')).toBeVisible()
  await expect(maker.getByText('Uploaded just now · 3 MB')).toBeVisible()
  await expect(progress).toBeHidden()
  const stored = await maker.request.get(`/game/${place.split('/')[2]}`)
  expect((await stored.body()).equals(file.buffer)).toBe(true)
}

async function expectListed(maker: Page, place: string): Promise<void> {
  for (const path of ['/games', '/home']) {
    await open(maker, path)
    await expect(maker.getByRole('main').locator(`a[href="${place}"]`).first()).toHaveText('Harbour Tycoon')
  }
  await expect(maker.getByRole('region', { name: 'Your games' })).toContainText('Harbour Tycoon')
}

async function registerAndReturn(player: Page): Promise<void> {
  await open(player, '/')
  await player.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await fillAccount(player, 'Brook')
  await player.getByRole('button', { name: 'Create account' }).click()
  await expect(player.getByRole('heading', { name: 'Hello, Brook' })).toBeVisible()
  await player.getByRole('button', { name: 'Account menu of Brook' }).click()
  await player.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(player).toHaveURL('/login')
  await hydrated(player)
  await player.getByLabel('Username').fill('brook')
  await player.getByLabel('Password', { exact: true }).fill(password)
  await player.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(player.getByRole('heading', { name: 'Hello, Brook' })).toBeVisible()
}

async function pressPlay(player: Page, place: string): Promise<string> {
  const opened = await openedBy(player)
  await player.getByRole('link', { name: 'Harbour Tycoon' }).click()
  await expect(player).toHaveURL(place)
  await player.getByRole('button', { name: 'Play' }).click()
  const link = (await player.getByRole('link', { name: 'Open the game' }).getAttribute('href')) ?? ''
  expect(link).toMatch(/^baseplate:play\?script=/)
  await expect.poll(() => opened).toContain(link)
  await expect(player.getByText('0 playing')).toBeVisible()
  return link
}

async function joinAs(maker: Page, product: Product, place: string, link: string): Promise<Playing> {
  await expect(maker.getByText('No players right now.')).toBeVisible()
  const publicKey = await publicKeyOf(product)
  const joined = await join(product.baseUrl, { publicKey }, ticketOf(link))
  expect(joined).toMatchObject({ placeId: Number(place.split('/')[2]), username: 'Brook' })
  await joined.ping()
  await maker.clock.runFor(15_000)
  const players = maker.getByRole('region', { name: 'Playing now' })
  await expect(players.getByRole('link', { name: 'Brook' })).toBeVisible()
  await expect(maker.getByText('1 playing')).toBeVisible()
  return joined
}

async function leave(maker: Page, client: Playing): Promise<void> {
  await client.ping()
  const pinged = Date.now()
  client.leave()
  const players = async () => {
    const response = await maker.request.get(maker.url(), { headers: { accept: 'application/json' } })
    const view = (await response.json()) as { players: unknown[] }
    return view.players
  }
  // The page's fake clock waits until the player is gone: running it for 15 seconds fires a thousand timers.
  await expect.poll(players, { intervals: [500], timeout: 60_000 }).toEqual([])
  expect(Date.now() - pinged).toBeGreaterThan(34_900)
  await expect(async () => {
    await maker.clock.runFor(15_000)
    await expect(maker.getByText('No players right now.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(maker.getByText('0 playing')).toBeVisible()
}

test('two people set up a platform, and make, find, play and leave a game', async ({
  page: maker,
  browser,
  product,
}) => {
  const makerComplaints = complaintsOf(maker)

  await test.step('the first person registers and becomes the administrator', () => setUp(maker))

  const place = await test.step('the administrator makes a game', () => makeGame(maker))

  await test.step('the administrator uploads its file and sees the progress', () => uploadFile(maker, place))

  await test.step('the game is listed', () => expectListed(maker, place))

  const player = await browser.newPage()
  const playerComplaints = complaintsOf(player)

  await test.step('a second person registers, signs out and in', () => registerAndReturn(player))

  const link = await test.step('the second person presses Play, and the installed client opens', () =>
    pressPlay(player, place))

  // The page refreshes every 15 seconds. Tests fake the clock so that they need not wait.
  await maker.clock.install()
  await open(maker, `${place}?tab=servers`)

  const client = await test.step('the client joins, and the place shows the player', () =>
    joinAs(maker, product, place, link))

  await test.step('the client closes, and 35 seconds later the place shows no players', () =>
    leave(maker, client))

  expect([...makerComplaints, ...playerComplaints]).toEqual([])
  await player.close()
})
