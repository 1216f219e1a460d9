import { gameOf, zipOf } from '@baseplate/minetest/testing/archives'
import { hasEngine } from '@baseplate/minetest/testing/has-engine'
import { freePort } from '@baseplate/platform/testing/free-port'
import { expect } from '@playwright/test'
import { expectAccessibleAt } from '../support/accessible.ts'
import { test as base, complaintsOf, open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, type Place, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

const test = base.extend({
  productOf: [
    async ({ world }, use) => {
      const product = await startConfigured({
        Engine: 'minetest',
        Orchestrator: {
          PrivateURL: `http://127.0.0.1:${await freePort()}`,
          PublicURL: `http://localhost:${await freePort()}`,
        },
      })
      if (world === 'founded') await register(product.baseUrl, 'Founder')
      await use(async () => product)
      await product.kill()
    },
    { scope: 'worker' },
  ],
})

test('a new maker finds the template and the steps to publish a game', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Maker')
  await open(page, '/develop')
  await page.getByRole('link', { name: 'Make your first game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Make your first game' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the template' }).click()
  expect((await downloading).suggestedFilename()).toBe('my-first-game.zip')
  await page.getByRole('main').getByRole('link', { name: 'Create a game' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the pages for makers and players have no violations', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Reader')
  const ownPages = ['workshop', 'errors', 'settings/world'].map((name) => `${place.path}/${name}`)
  await expectAccessibleAt(page, ['/develop/first-game', '/games/create', '/download', ...ownPages])
  expect(complaints).toEqual([])
})

/** Starts the server of a place, and waits until it is ready or has failed. */
async function start({ maker, place }: { maker: Person; place: Place }): Promise<string | undefined> {
  const state = async () =>
    (await json<{ servers: { state: string }[] }>(await maker.get(place.path))).servers[0]?.state
  expect((await maker.post(`${place.path}?/start`)).status).toBeLessThan(600)
  await expect.poll(state, { timeout: 60_000 }).toMatch(/ready|failed/)
  return state()
}

test('a maker finds the line of an error from the failure of the server', async ({ page, signIn }) => {
  test.skip(!hasEngine)
  const complaints = complaintsOf(page)
  const maker = await signIn('Debugger')
  const place = await makePlace(maker, 'Unlucky tower')
  await upload({ maker, place }, zipOf(gameOf('local coins\nerror("no coins")\n')))
  expect(await start({ maker, place })).toBe('failed')
  await open(page, `${place.path}?tab=servers`)
  await page.getByRole('link', { name: 'Errors in the game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Errors in the game' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'no coins' })).toContainText(
    'mods/test/init.lua:2',
  )
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a maker restores and clears the world of a game with the keyboard', async ({ page, signIn }) => {
  test.skip(!hasEngine)
  const complaints = complaintsOf(page)
  const maker = await signIn('Builder')
  const place = await makePlace(maker, 'Old castle')
  await upload({ maker, place }, zipOf(gameOf('core.set_mapgen_setting("mg_name", "singlenode", true)')))
  expect(await start({ maker, place })).toBe('ready')
  await maker.post(`${place.path}?/close`)
  const stored = async () =>
    (await json<{ worlds: object[] }>(await maker.get(`${place.path}/settings`))).worlds.length
  await expect.poll(stored).toBe(1)
  await open(page, `${place.path}/settings/world`)
  const world = (number: number) => page.getByRole('listitem').filter({ hasText: `World ${number}` })
  await expect(world(1)).toContainText('Current')
  const press = async (button: string, confirmation: string) => {
    await page.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: confirmation }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Clear world', 'Clear world')
  await expect(world(2)).toContainText('Current')
  await press('Restore world 1', 'Restore world')
  await expect(world(3)).toContainText('Current')
  expect(complaints).toEqual([])
})
