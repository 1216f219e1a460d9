import { gameOf, zipOf } from '@baseplate/minetest/testing/archives'
import { hasEngine } from '@baseplate/minetest/testing/has-engine'
import { freePort } from '@baseplate/platform/testing/free-port'
import { expect } from '@playwright/test'
import { expectAccessibleAt } from '../support/accessible.ts'
import { test as base, complaintsOf, open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, upload } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

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

test.describe('without JavaScript', () => {
  test('a maker clears and restores the world of a game', async ({ product, ownPlace }) => {
    const { maker, place } = await ownPlace('Plain_builder', 'Plain castle')
    const page = new PlainPage(maker, product.baseUrl)
    await page.open(`${place.path}/settings/world`)
    expect(page.text('main')).toContain('No world is stored yet')
    expect(page.text('main')).toContain('Clear the world of “Plain castle”?')
    await page.submit('Clear world')
    expect(page.text('main')).toContain('World cleared. The next server starts with a new one.')
    await page.submit('Clear world')
    expect(page.text('main')).toContain('Restore world 1?')
    await page.submit('Restore world')
    expect(page.text('main')).toContain('World 1 restored. The next server starts with it.')
    expect(page.text('main')).toContain('Restored from world 1')
  })

  test('a world that is no longer stored is not restored, and the page says so', async ({
    product,
    ownPlace,
  }) => {
    const { maker, place } = await ownPlace('Late_builder', 'Late castle')
    const path = `${place.path}/settings/world`
    const clear = () => maker.post(`${path}?/clearworld`)
    for (const _ of [1, 2]) await clear()
    const page = new PlainPage(maker, product.baseUrl)
    await page.open(path)
    for (const _ of [3, 4, 5, 6]) await clear()
    await page.submit('Restore world')
    expect(page.status).toBe(404)
    expect(page.text('[data-notice]')).toBe('This world is no longer kept')
    expect(page.text('main')).not.toContain('Restore world 1?')
  })

  test('a maker reads that a ban was lifted earlier', async ({ product, ownPlace }) => {
    const { maker, place } = await ownPlace('Slow_guard', 'Slow harbour')
    await register(product.baseUrl, 'Slow_rude')
    const page = new PlainPage(maker, product.baseUrl)
    await page.open(`${place.path}/players`)
    await page.submit('Ban', { Username: 'Slow_rude', Reason: 'Sank boats', 'Length of the ban': '4000' })
    expect(page.errorAt('Length of the ban')).toMatch(/^Enter a number of days from 0 to 3650/)
    expect(page.valueOf('Reason')).toBe('Sank boats')
    await page.submit('Kick')
    expect(page.text('[data-notice]')).toContain('This player is not in the game now')
    expect([page.valueOf('Username'), page.valueOf('Reason')]).toEqual(['Slow_rude', 'Sank boats'])
    await page.submit('Ban', { 'Length of the ban': '2' })
    await maker.post(`${place.path}/players?/unban`, { username: 'Slow_rude' })
    await page.submit(/^Lift ban/)
    expect(page.text('[data-notice]')).toBe('This player is not banned from this game')
  })

  test('a new maker downloads the template, and publishes a game of it', async ({ product, signIn }) => {
    const maker = await signIn('Plain_maker')
    const page = new PlainPage(maker, product.baseUrl)
    await page.open('/develop')
    await page.follow(/^Make your first game/)
    const template = await (await maker.get(page.linkTo('Download the template'))).blob()
    await page.follow('Create a game')
    await page.submit('Create game', { Name: 'Plain tower' })
    const path = page.path.split('?', 1)[0]
    await page.open(`${path}/settings/file`)
    await page.submit('Upload file', { File: new File(['no archive'], 'game.zip') })
    expect(page.errorAt('File')).not.toBe('')
    await page.submit('Upload file', { File: new File([template], 'game.zip') })
    expect(page.text('main')).toContain('Game file uploaded')
    await page.open(`${path}/errors`)
    expect([page.status, page.text('h1')]).toEqual([200, 'Errors in the game'])
  })

  test('a player downloads the launcher, and reads the address for another device', async ({ product }) => {
    const player = visitor(product.baseUrl)
    const page = new PlainPage(player, product.baseUrl)
    await page.open('/download')
    expect((await player.get(page.linkTo('Download the launcher'))).status).toBe(200)
    expect(page.text('main')).toContain('sudo apt install ./baseplate-play-')
    const phone = new PlainPage(player, product.baseUrl, { 'user-agent': 'Mozilla/5.0 (Linux; Android 16)' })
    await phone.open('/download')
    expect(phone.text('main')).toContain(`Open this page there: ${product.baseUrl}/download`)
  })
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
