import { expect, type Page } from '@playwright/test'
import { join, type Playing } from '../client/client.ts'
import { complaintsOf, open, openedBy, placeFile, takeSession, test } from '../support/browser.ts'
import { json, makePlace, type Place, publicKeyOf } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'

test.use({ shares: true })

async function play(product: Product, person: Person, place: Place): Promise<Playing> {
  const { ticket } = await json<{ ticket: string }>(await person.post(`${place.path}?/join`))
  const client = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await client.ping()
  return client
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('arrivals and departures appear in every tab, with and without an account, over one stream each', async ({
  context,
  page,
  browser,
  product,
  ownPlace,
}) => {
  const { place } = await ownPlace('Counted', 'Counted harbour')
  const player = await register(product.baseUrl, 'Comes_and_goes')
  const elsewhere = await makePlace(player, 'Elsewhere')
  const home = await context.newPage()
  const visitor = await browser.newPage({ baseURL: product.baseUrl })
  const streams = { ofUser: 0, ofVisitor: 0 }
  for (const [whose, browsing] of [
    ['ofUser', context],
    ['ofVisitor', visitor.context()],
  ] as const)
    browsing.on('request', (request) => {
      if (request.url().includes('/games/live')) streams[whose] += 1
    })
  const tabs = [page, home, visitor]
  const complaints = tabs.map(complaintsOf)
  await open(page, `${place.path}?tab=servers`)
  await open(home, '/home')
  await open(visitor, '/games')
  await expect(page.getByText('0 playing').first()).toBeVisible()
  await expect(cardOf(visitor, 'Counted harbour').first()).toContainText('0 playing')

  await play(product, player, place)
  // A game may be on two shelves.
  for (const tab of [home, visitor])
    for (const card of await cardOf(tab, 'Counted harbour').all())
      await expect(card).toContainText('1 playing')
  await expect(page.getByText('1 playing')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Comes_and_goes' })).toBeVisible()
  // One stream for the first tab, and one that also covers the second tab's places.
  expect(streams.ofUser).toBeLessThanOrEqual(2)
  expect(streams.ofVisitor).toBe(1)

  // The tab with the stream closes, and another tab adds a new list.
  await page.close()
  await home.getByRole('link', { name: 'All games' }).click()
  await expect(cardOf(home, 'Elsewhere').first()).toContainText('0 playing')
  await play(product, player, elsewhere)
  for (const tab of [home, visitor]) {
    await expect(cardOf(tab, 'Elsewhere').first()).toContainText('1 playing')
    await expect(cardOf(tab, 'Counted harbour').first()).toContainText('0 playing')
  }
  expect(complaints).toEqual([[], [], []])
  await visitor.close()
})

test('pages without a script show counts, and the owner of a private place sees that it is private', async ({
  page,
  product,
  ownPlace,
}) => {
  const { maker, place } = await ownPlace('Private_maker', 'Quiet cellar')
  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'on' })
  await play(product, maker, place)
  await open(page, '/home')
  await expect(cardOf(page, 'Quiet cellar')).toContainText('Private')
  // The stream neither reports nor resets the count of the private place.
  const other = await makePlace(maker, 'Loud hall')
  await play(product, await register(product.baseUrl, 'Loud_player'), other)
  await page.reload()
  await expect(cardOf(page, 'Loud hall').first()).toContainText('1 playing')
  await expect(cardOf(page, 'Quiet cellar')).toContainText('1 playing')

  const plain = new PlainPage(visitor(product.baseUrl), product.baseUrl)
  await plain.open('/games')
  expect(plain.texts('article')).toContainEqual(expect.stringMatching(/Loud hall.*1 playing/))
})

test('an update is described and commented on', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Pier_maker', 'Busy pier')
  await open(page, `${place.path}/settings/file`)
  await page.getByLabel('File', { exact: true }).setInputFiles(placeFile(100))
  await page.getByLabel('What’s new').fill('A pier')
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expect(page.getByText('Game file uploaded')).toBeVisible()
  await open(page, `${place.path}?tab=updates`)
  await expect(page.getByRole('region', { name: 'Updates' })).toContainText('A pier')
  await page.getByText('Edit the notes of version 1').click()
  await page.getByLabel('What’s new').fill('A longer pier')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByRole('status').getByText('Notes saved')).toBeVisible()
  await page.getByRole('link', { name: 'Comment : Version 1' }).click()
  await page.getByLabel('Add a comment').fill('Long enough?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Long enough?' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('refused players wait in line, and a free seat opens the game for the first of them', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const maker = await register(product.baseUrl, 'Lobby_maker')
  const place = await makePlace(maker, 'Small lobby')
  const elsewhere = await makePlace(maker, 'Large lobby')
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'off', maxPlayers: '1' })
  // Holds the seat without playing, so the pages show it as free.
  await maker.post(`${place.path}?/join`)

  const first = await signIn('First_in_line')
  const complaints = complaintsOf(page)
  await page.clock.install()
  const opened = await openedBy(page)
  await open(page, place.path)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByText('This game is full')).toBeVisible()
  await page.getByRole('button', { name: 'Wait in line' }).click()
  await expect(page.getByText('You’re number 1 in line')).toBeVisible()

  const other = await browser.newContext({ baseURL: product.baseUrl })
  await takeSession(other, await register(product.baseUrl, 'Second_in_line'), product.baseUrl)
  const second = await other.newPage()
  await second.clock.install()
  await open(second, place.path)
  await second.getByRole('button', { name: 'Play', exact: true }).click()
  await second.getByRole('button', { name: 'Wait in line' }).click()
  await expect(second.getByText('You’re number 2 in line')).toBeVisible()

  await maker.post(`${elsewhere.path}?/join`)
  await page.clock.fastForward('00:06')
  const panel = page.getByRole('dialog', { name: 'Small lobby' })
  await expect(panel).toContainText(/It’s your turn\. Your seat is held for \d+ more seconds/)
  await expect.poll(() => opened).toHaveLength(1)
  expect(await panel.getByRole('link', { name: 'Open the game' }).getAttribute('href')).toBe(opened[0])
  await second.clock.fastForward('00:06')
  await expect(second.getByText('You’re number 1 in line')).toBeVisible()

  const script = new URL(new URL(opened[0] ?? '').searchParams.get('script') ?? '')
  expect((await fetch(`${product.baseUrl}${script.pathname}${script.search}`)).status).toBe(200)
  await expect(panel).toContainText('You’re in')
  await page.clock.fastForward('00:03')
  await expect(panel).toBeHidden()
  const view = (await (await first.get(place.path)).json()) as { players: { username: string }[] }
  expect(view.players.map(({ username }) => username)).toEqual(['First_in_line'])
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  await other.close()
})
