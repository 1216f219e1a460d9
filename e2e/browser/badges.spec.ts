import type { ConfigInput } from '@baseplate/platform/config/schema'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectToFit } from '../support/accessible.ts'
import { test as base, complaintsOf, open, takeSession } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

const test = base.extend<object, { config: ConfigInput }>({
  config: [
    { Moderation: { ReviewPictures: true }, Badges: { FreePerDay: 1 }, Players: { Verify: 'report' } },
    { option: true, scope: 'worker' },
  ],
  productOf: [
    async ({ config }, use) => {
      const product = await startConfigured(config)
      await use(async () => product)
      await product.kill()
    },
    { scope: 'worker' },
  ],
})

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

/** Brings a player into the game, whose server then awards a badge. */
async function award(baseUrl: string, player: Person, name: string, place: Place, badge: string) {
  const joined = (await (await player.post(`${place.path}?/join`)).json()) as { ticket: string }
  const script = await (await fetch(`${baseUrl}/game/join?ticket=${joined.ticket}`)).text()
  const number = Number(/userId, username, membership = (\d+)/.exec(script)?.[1])
  const key = /session=(\w+)/.exec(script)?.[1] ?? ''
  const query = new URLSearchParams({ ticket: place.serverTicket, id: String(number), name, session: key })
  expect((await fetch(`${baseUrl}/game/verify?${query}`)).status).toBe(200)
  const awarded = await fetch(`${baseUrl}/api/server/badges/${badge}/award`, {
    method: 'POST',
    headers: { AccessKey: place.serverTicket, 'Content-Type': 'application/json' },
    body: JSON.stringify({ player: number }),
  })
  expect(await awarded.json()).toEqual({ awarded: true })
}

async function choosePicture(page: Page, background: string) {
  const file = { name: 'badge.png', mimeType: 'image/png', buffer: await picture(background) }
  await page.locator('input[type=file]').setInputFiles(file)
}

const create = (page: Page) => page.getByRole('button', { name: 'Create badge' }).click()

/** Creates a badge after two refusals, disables it and enables it again. Returns its number. */
async function createBadge(page: Page, place: Place): Promise<string> {
  await open(page, place.path)
  await page.getByRole('link', { name: 'Badges', exact: true }).click()
  await expect(page.getByText('Create the first one below')).toBeVisible()
  await expectAccessible(page)
  await create(page)
  await expect(page.getByText('Enter a name for the badge')).toBeVisible()
  await page.getByLabel('Name').fill('First steps')
  await create(page)
  await expect(page.getByText('Choose a picture for the badge')).toBeVisible()
  await page.getByLabel('Description').fill('Reach the lighthouse.')
  await choosePicture(page, '#c22')
  await create(page)
  await expect(page.getByRole('heading', { name: 'First steps', level: 1 })).toBeVisible()
  await expect(page.getByText('This picture waits for a moderator')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page, 390)
  await page.getByRole('button', { name: 'Stop awarding it' }).click()
  await expect(page.getByText('No longer awarded')).toBeVisible()
  await page.getByRole('button', { name: 'Award it again' }).click()
  await expect(page.getByText('No longer awarded')).toHaveCount(0)
  return page.url().split('/').at(-1) ?? ''
}

/** A badge that costs something is not created before the maker agrees to the price. */
async function seePrice(page: Page, place: Place) {
  await open(page, `${place.path}/badges`)
  await page.getByLabel('Name').fill('Second steps')
  await choosePicture(page, '#22c')
  await create(page)
  await expect(page.getByText('This badge costs 5. Confirm that you pay.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Pay/ })).toBeFocused()
  await expectAccessible(page)
  await open(page, `${place.path}/badges`)
  await expect(page.getByRole('link', { name: 'Second steps' })).toHaveCount(0)
}

async function approvePicture(page: Page) {
  await open(page, '/admin/assets')
  const waiting = page.getByRole('article', { name: 'First steps' })
  await expect(waiting).toContainText('Picture of a badge by Badge_maker')
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  await expect(waiting).toHaveCount(0)
}

async function seeBadge(page: Page, place: Place) {
  await open(page, place.path)
  const shown = page.getByRole('region', { name: 'Badges' })
  await expect(shown).toContainText('You have this badge')
  await expect(shown.locator('img')).toHaveAttribute('src', /badges\/\d+-[0-9a-f]{16}\.avif$/)
  await expectAccessible(page)
  await shown.getByRole('link', { name: 'First steps' }).click()
  await expect(page.getByText('Won by 1 player')).toBeVisible()
  await expect(page.getByText('Change the badge')).toHaveCount(0)
  await expectAccessible(page)
  await open(page, '/user/Badge_winner')
  await expect(page.getByRole('region', { name: 'Badges' })).toContainText('First steps')
  await expectAccessible(page)
  await open(page, '/user/Badge_winner/badges')
  await expect(page.getByRole('link', { name: 'First steps' })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page, 390)
}

test('a maker creates a badge, a moderator approves its picture, and a player wins it', async ({
  page,
  product: { baseUrl },
}) => {
  const staff = await register(baseUrl, 'Keeper')
  const maker = await register(baseUrl, 'Badge_maker')
  const player = await register(baseUrl, 'Badge_winner')
  const place = await makePlace(maker, 'Badge harbour')
  await maker.post(`${place.path}/settings/servers?/services`, { enabled: 'true' })
  const complaints = complaintsOf(page)
  await takeSession(page.context(), maker, baseUrl)
  const badge = await createBadge(page, place)
  await seePrice(page, place)
  await takeSession(page.context(), staff, baseUrl)
  await approvePicture(page)
  await award(baseUrl, player, 'Badge_winner', place, badge)
  await takeSession(page.context(), player, baseUrl)
  await seeBadge(page, place)
  // The browser complains of the refused forms.
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([])
})
