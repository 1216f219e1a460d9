import { gameOf, zipOf } from '@baseplate/minetest/testing/archives'
import { hasEngine } from '@baseplate/minetest/testing/has-engine'
import { freePort } from '@baseplate/platform/testing/free-port'
import { expect } from '@playwright/test'
import { expectAccessibleAt } from '../support/accessible.ts'
import { test as base, complaintsOf, open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, upload } from '../support/game.ts'
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

test.describe('with servers', () => {
  test.skip(!hasEngine, 'The package minetest-server is not installed.')

  /** Makes a place of a game whose only mod has this code, and starts its server. Returns the place and the state of the server. */
  async function startGame(maker: Person, name: string, code: string) {
    const place = await makePlace(maker, name)
    await upload({ maker, place }, zipOf(gameOf(code)))
    await maker.post(`${place.path}?/start`)
    const stateOf = async () =>
      (await json<{ servers: { state: string }[] }>(await maker.get(place.path))).servers[0]?.state
    await expect.poll(stateOf, { timeout: 60_000 }).toMatch(/ready|failed/)
    return { place, state: await stateOf() }
  }

  test('a maker finds the line of an error from the failure of the server', async ({ page, signIn }) => {
    const complaints = complaintsOf(page)
    const maker = await signIn('Debugger')
    const { place, state } = await startGame(maker, 'Unlucky tower', 'local coins\nerror("no coins")\n')
    expect(state).toBe('failed')
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
    const complaints = complaintsOf(page)
    const maker = await signIn('Builder')
    const code = 'core.set_mapgen_setting("mg_name", "singlenode", true)'
    const { place, state } = await startGame(maker, 'Old castle', code)
    expect(state).toBe('ready')
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
})
