import { expect, type Locator, type Page } from '@playwright/test'
import { join } from '../client/client.ts'
import { complaintsOf, hydrated, open, openedBy, takeSession, test } from '../support/browser.ts'
import { json, makePlace, publicKeyOf } from '../support/game.ts'
import { password, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

test.use({ shares: true })

const barOf = (page: Page) => page.getByRole('region', { name: 'Your party' })

/** Opens the game of the panel as an installed client does, and expects that the page no longer offers it. */
async function openClient(page: Page, link: Locator, product: Product): Promise<void> {
  const address = new URL((await link.getAttribute('href')) ?? '')
  const ticket = new URL(address.searchParams.get('script') ?? '').searchParams.get('ticket') ?? ''
  const client = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await client.ping()
  await expect(page.getByRole('dialog', { name: 'Harbour Tycoon' })).toBeHidden()
  // The panel tells the bar, which itself polls only every 15 seconds.
  await expect(barOf(page)).toContainText('1 player in Harbour Tycoon', { timeout: 3_000 })
  await expect(barOf(page).getByRole('button', { name: 'Join' })).toHaveCount(0)
  client.leave()
}

test('a visitor joins a party by its link, and one press takes everybody into the same game', async ({
  page: anna,
  product,
  signIn,
  browser,
}) => {
  const maker = await register(product.baseUrl, 'Party_maker')
  const place = await makePlace(maker, 'Harbour Tycoon')
  await signIn('Party_anna')
  const guest = await browser.newContext({ baseURL: product.baseUrl })
  const ben = await guest.newPage()
  const complaints = [complaintsOf(anna), complaintsOf(ben)]

  await open(anna, '/home')
  await anna.getByRole('button', { name: 'Account menu of Party_anna' }).click()
  await anna.getByRole('link', { name: 'Party', exact: true }).click()
  await anna.getByRole('button', { name: 'Start a party' }).click()
  await expect(barOf(anna)).toContainText('Invite friends to play together')
  const link = await anna.getByRole('textbox', { name: 'Invite link' }).inputValue()

  await open(ben, new URL(link).pathname + new URL(link).search)
  await expect(ben.getByRole('heading', { name: 'Play with Party_anna' })).toBeVisible()
  await ben.getByRole('link', { name: 'Create account' }).first().click()
  await ben.getByLabel('Username').fill('Party_ben')
  await ben.getByLabel('Password', { exact: true }).fill(password)
  await ben.getByLabel('Repeat password', { exact: true }).fill(password)
  await ben.getByRole('button', { name: 'Create account' }).click()
  await expect(ben.getByRole('button', { name: 'Join the party' })).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Start a party' })).toHaveCount(0)
  await ben.getByRole('button', { name: 'Join the party' }).click()
  await expect(barOf(ben)).toContainText('Party of 2 players')
  // Anna's page updates without a reload.
  await expect(barOf(anna)).toContainText('Party of 2 players')

  await open(ben, '/games')
  const openedHere = await openedBy(anna)
  await open(anna, place.path)
  await hydrated(ben)
  await barOf(anna).getByRole('button', { name: 'Play together' }).click()
  await expect.poll(() => openedHere).toHaveLength(1)
  // Both pages share a browser, which lets only one of them open a client without a press.
  const opening = ben
    .getByRole('dialog', { name: 'Harbour Tycoon' })
    .getByRole('link', { name: 'Open the game' })
  await expect(opening).toHaveAttribute('href', /ticket/)
  await expect(barOf(ben)).toContainText('Party_anna picked Harbour Tycoon')
  await openClient(ben, opening, product)

  const tab = await guest.newPage()
  await open(tab, '/party')
  await tab.getByRole('button', { name: 'Leave party' }).click()
  await expect(barOf(tab)).toBeHidden()
  // The second tab does not offer to open the same game again.
  await expect(tab.getByRole('dialog')).toHaveCount(0)
  await expect(barOf(anna)).toContainText('Party of 1 player')
  expect(complaints.flat().filter((complaint) => !complaint.includes('user gesture'))).toEqual([])
  await guest.close()
})

test('a visitor with the link of an ended party is invited to join the platform', async ({ page }) => {
  await open(page, '/party?code=ended')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'This party has ended' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Create account' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the link of a large party names three members and counts the others', async ({ page, product }) => {
  const first = await register(product.baseUrl, 'Large_party_1')
  await first.post('/party?/create')
  const { code } = await json<{ code: string }>(await first.get('/party'))
  const heading = page.getByRole('heading', { level: 1 })
  for (const [number, names] of [
    [2, 'Large_party_1 and Large_party_2'],
    [3, 'Large_party_1, Large_party_2 and Large_party_3'],
    [4, 'Large_party_1, Large_party_2, Large_party_3 and Large_party_4'],
    [5, 'Large_party_1, Large_party_2, Large_party_3 and 2 more'],
  ] as const) {
    const member = await register(product.baseUrl, `Large_party_${number}`)
    await member.post('/party?/join', { code })
    await open(page, `/party?code=${code}`)
    await expect(heading).toHaveText(`Play with ${names}`)
  }
})

test('a party appears immediately in every browser of a member', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const person = await signIn('Two_screens')
  const study = await browser.newContext({ baseURL: product.baseUrl })
  await takeSession(study, person, product.baseUrl)
  const desk = await study.newPage()
  await open(desk, '/games')
  await expect(barOf(desk)).toBeHidden()
  await open(page, '/party')
  await page.getByRole('button', { name: 'Start a party' }).click()
  await expect(barOf(desk)).toContainText('Party of 1 player')
  await open(desk, '/catalog')
  await expect(barOf(desk)).toContainText('Party of 1 player')
  await page.getByRole('button', { name: 'Leave party' }).click()
  await expect(barOf(desk)).toBeHidden()
  await study.close()
})

test('a party is not offered a game that was taken down', async ({
  page,
  product,
  signInFounder,
  ownPlace,
}) => {
  const founder = await signInFounder()
  const { maker, place } = await ownPlace('Party_owner', 'Pirate Cove')
  await open(page, '/party')
  await page.getByRole('button', { name: 'Start a party' }).click()
  await expect(barOf(page)).toBeVisible()
  const guest = await register(product.baseUrl, 'Party_guest')
  const { code } = await json<{ code: string }>(await maker.get('/party'))
  expect((await guest.post('/party?/join', { code })).status).toBeLessThan(400)
  await open(page, place.path)
  const offer = barOf(page).getByRole('button', { name: 'Play together' })
  await expect(offer).toBeVisible()
  const takedown = { visibility: 'Moderated', reason: 'Stolen map' }
  expect((await founder.post(`${place.path}/settings?/moderate`, takedown)).status).toBe(200)
  await open(page, place.path)
  await expect(page.getByText('Stolen map')).toBeVisible()
  await expect(barOf(page)).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a party is offered a game once it is no draft any more', async ({ page, product, signIn }) => {
  const maker = await signIn('Party_drafter')
  await maker.post('/party?/create')
  const guest = await register(product.baseUrl, 'Party_reader')
  const { code } = await json<{ code: string }>(await maker.get('/party'))
  expect((await guest.post('/party?/join', { code })).status).toBeLessThan(400)
  const path = (await maker.post('/games/create', { name: 'Quiet Quarry' })).headers.get('location') ?? ''
  await open(page, path)
  await expect(barOf(page)).toContainText('Party of 2 players')
  const offer = barOf(page).getByRole('button', { name: 'Play together' })
  await expect(offer).toHaveCount(0)
  await maker.post(`${path}/settings?/publish`)
  await open(page, path)
  await expect(offer).toBeVisible()
})
