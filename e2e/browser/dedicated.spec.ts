import { expect, type Page } from '@playwright/test'
import { join } from '../client/client.ts'
import { expectNoFaults } from '../support/accessible.ts'
import { test as base, complaintsOf, open } from '../support/browser.ts'
import { makePlace, type Place, publicKeyOf, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { greet, prepareServers, type Servers } from '../support/servers.ts'

interface WorkerFixtures {
  /** Additional keys of `Orchestrator` in the configuration. */
  orchestrator: object
  servers: Servers
}

const test = base.extend<object, WorkerFixtures>({
  orchestrator: [{}, { option: true, scope: 'worker' }],
  servers: [
    async ({ orchestrator }, use) => {
      const servers = await prepareServers(orchestrator)
      await use(servers)
      await servers.remove()
    },
    { scope: 'worker' },
  ],
  productOf: [
    async ({ servers }, use) => {
      const product = await startProduct(servers.environment)
      await servers.build(product)
      await register(product.baseUrl, 'Founder')
      await use(async () => product)
      await product.kill()
    },
    { scope: 'worker' },
  ],
})

async function makeGame(maker: Person, name: string): Promise<Place> {
  const place = await makePlace(maker, name)
  await upload({ maker, place }, new Uint8Array(1_000))
  return place
}

const play = (page: Page) => page.getByRole('button', { name: 'Play' })

async function ticketIn(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Open the game' })
  await expect(link).toBeVisible({ timeout: 60_000 })
  const script = new URL((await link.getAttribute('href')) ?? '').searchParams.get('script')
  return new URL(script ?? '').searchParams.get('ticket') ?? ''
}

test('Play on a stopped place, with the keyboard, starts its server and then opens the game', async ({
  page,
  product,
  servers,
  signIn,
}) => {
  const place = await makeGame(await signIn('Cold'), 'Cold harbour')
  const complaints = complaintsOf(page)
  await servers.behave({ default: { slowMs: 6_000 } })
  await open(page, place.path)
  await expect(page.getByText('A server starts when you press Play.')).toBeVisible()
  await play(page).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Cold harbour' })
  await expect(panel.getByRole('heading', { name: 'Starting the server…' })).toBeVisible()
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Stop waiting' })).toBeFocused()
  await expectNoFaults(page)
  const publicKey = await publicKeyOf(product)
  const { serverPort } = await join(product.baseUrl, { publicKey }, await ticketIn(page))
  expect(await greet(Number(serverPort))).toMatchObject({ placeId: place.id })
  expect(complaints).toEqual([])
})

test('a server that cannot start says why and what to do, and Play works again', async ({
  page,
  servers,
  signIn,
}) => {
  const place = await makeGame(await signIn('Crasher'), 'House of cards')
  await servers.behave({ [place.id]: { slowMs: 500, failToStart: true }, default: {} })
  await open(page, `${place.path}?tab=servers`)
  await play(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'could not be started: it exited with code 1. Try again',
    {
      timeout: 60_000,
    },
  )
  await expect(page.getByText('Last failure: it exited with code 1')).toBeVisible()
  await servers.behave({ default: {} })
  await expect(async () => {
    const link = page.getByRole('link', { name: 'Open the game' })
    // The panel of an earlier attempt covers the page.
    if (!(await page.getByRole('dialog').isVisible())) await play(page).click()
    await expect(link).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the maker sees the server run, reads its log and closes it; others only see it', async ({
  page,
  product,
  servers,
  signIn,
}) => {
  const maker = await signIn('Keeper')
  const place = await makeGame(maker, 'Lighthouse')
  await servers.behave({ default: {} })
  await maker.post(`${place.path}?/start`)
  await expect.poll(async () => (await servers.ask('GET', place.id)).state, { timeout: 60_000 }).toBe('ready')
  await open(page, `${place.path}?tab=servers`)
  const running = page.getByRole('region', { name: 'Playing now' })
  await expect(running).toContainText('Running')
  await expect(running).toContainText('started')
  await running.getByRole('link', { name: 'Server log' }).click()
  await expect(page.getByRole('region', { name: 'Log' })).toContainText(`place ${place.id} of 1000 bytes`)
  await expectNoFaults(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Lighthouse.log')
  await page.getByRole('link', { name: 'Lighthouse' }).click()
  await page.getByRole('link', { name: 'Servers' }).click()
  await running.getByRole('button', { name: 'Close server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close server' }).click()
  await expect(running.getByText('Not running')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('A server starts when you press Play.')).toBeVisible()

  await signIn('Passer_by')
  await open(page, `${place.path}?tab=servers`)
  await expect(running.getByText('Not running')).toBeVisible()
  await expect(running.getByRole('link', { name: 'Server log' })).toBeHidden()
  expect((await page.goto(`${product.baseUrl}${place.path}/log`))?.status()).toBe(403)
})

test('an operator finds a failed server, starts it, sees its players and closes it', async ({
  page,
  product,
  servers,
  signIn,
  signInFounder,
}) => {
  const player = await signIn('Castaway')
  const place = await makeGame(player, 'Desert island')
  await servers.behave({ [place.id]: { failToStart: true }, default: {} })
  await player.post(`${place.path}?/start`)
  await expect
    .poll(async () => (await servers.ask('GET', place.id)).state, { timeout: 60_000 })
    .toBe('failed')
  await servers.behave({ default: {} })
  await signInFounder()
  const complaints = complaintsOf(page)
  await open(page, '/admin')
  await page.getByRole('link', { name: /game servers? failed/ }).click()
  await expect(page.getByRole('row', { name: /Desert island .* Failed it exited with code 1/ })).toBeVisible()
  await page.getByLabel('Game to start a server for').fill('the island')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Game to start a server for')).toHaveAccessibleDescription(
    /Enter the game’s ID/,
  )
  await page.getByLabel('Game to start a server for').fill(`${product.baseUrl}${place.path}`)
  await expect(async () => {
    // A restart is delayed for a second or two.
    await page.getByRole('button', { name: 'Start server' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Desert island' })).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
  const server = page.getByRole('region', { name: 'Dedicated server' })
  await expect(server.getByText('Running')).toBeVisible({ timeout: 60_000 })
  const { ticket } = (await (await player.post(`${place.path}?/join`)).json()) as { ticket: string }
  await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await expect(server.getByRole('link', { name: 'Castaway' })).toBeVisible()
  await server.getByRole('button', { name: 'Close server' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close this server?' })
  await expect(question).toHaveAccessibleDescription('Castaway will be disconnected.')
  await question.getByRole('button', { name: 'Close server' }).click()
  await expect(page.getByText('No servers are running for this game.')).toBeVisible({ timeout: 60_000 })
  // The second error is the response to a delayed start.
  expect(complaints.filter((text) => !/status of (400|500)/.test(text))).toEqual([])
})

test('a place without a file says that it cannot be played', async ({ page, signIn }) => {
  const place = await makePlace(await signIn('Empty_handed'), 'Nothing yet')
  await open(page, place.path)
  await expect(page.getByRole('button', { name: 'Offline' })).toBeDisabled()
  await expect(page.getByText('The creator hasn’t uploaded this game yet.')).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('Play starts the server, the page reloads until it is ready, and Play opens the game', async ({
    page,
    servers,
    signIn,
    signInFounder,
  }) => {
    const place = await makeGame(await signIn('Plain'), 'Plain sailing')
    await servers.behave({ default: { slowMs: 4_000 } })
    await page.goto(place.path)
    await play(page).click()
    await expect(page.getByRole('button', { name: 'Starting…' })).toBeVisible()
    await expect(page.locator('form noscript p')).toHaveText(
      'The server is starting. This page reloads until you can play.',
    )
    await expect(play(page)).toBeVisible({ timeout: 60_000 })
    await play(page).click()
    expect(await ticketIn(page)).toMatch(/^[a-z0-9]{24}$/)

    await signInFounder()
    await page.goto('/admin/servers?q=plain')
    await page.getByRole('link', { name: 'Plain sailing' }).click()
    await expect(page.locator('section noscript p').nth(1)).toHaveText('Nobody is playing right now.')
    await page.getByRole('button', { name: 'Close server' }).click()
    await expect(page.getByText('Server closed')).toBeVisible()
    await page.getByRole('button', { name: 'Start server' }).click()
    await expect(page.getByText('The server is starting')).toBeVisible()
  })
})
