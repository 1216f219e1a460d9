import type { ConfigInput } from '@baseplate/platform/config/schema'
import { expect } from '@playwright/test'
import { expectAccessibleAt } from '../support/accessible.ts'
import { test as base, complaintsOf, open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { register } from '../support/person.ts'

const test = base.extend<object, { config: ConfigInput }>({
  config: [
    { Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } },
    { option: true, scope: 'worker' },
  ],
  productOf: [
    async ({ config }, use) => {
      const product = await startConfigured(config)
      await register(product.baseUrl, 'Founder')
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

test('the pages that lead to a first game have no violations', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Reader')
  await expectAccessibleAt(page, ['/develop/first-game', '/games/create', `${place.path}/workshop`])
  expect(complaints).toEqual([])
})
