import type { ConfigInput } from '@baseplate/platform/config/schema'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectNoFaults } from '../support/accessible.ts'
import { test as base, complaintsOf, open, takeSession } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'

const test = base.extend<object, { config: ConfigInput }>({
  config: [{ Moderation: { ReviewPictures: true } }, { option: true, scope: 'worker' }],
  productOf: [
    async ({ config }, use) => {
      const product = await startConfigured(config)
      await use(async () => product)
      await product.kill()
    },
    { scope: 'worker' },
  ],
})

test('a moderator decides pictures of games with the keyboard', async ({ page, product }) => {
  const staff = await register(product.baseUrl, 'Keeper')
  const maker = await register(product.baseUrl, 'Painter')
  const complaints = complaintsOf(page)
  for (const [name, background] of [
    ['Red castle', '#c22'],
    ['Blue castle', '#22c'],
  ] as const) {
    const place = await makePlace(maker, name)
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
    const icon = new Blob([new Uint8Array(png)])
    const sent = await maker.upload(
      `${place.path}/settings?/view`,
      'icon',
      icon,
      {},
      { name, description: '' },
    )
    expect(sent.status).toBe(200)
  }
  await takeSession(page.context(), staff, product.baseUrl)
  await open(page, '/admin/assets')
  const [red, blue] = ['Red castle', 'Blue castle'].map((name) => page.getByRole('article', { name }))
  if (!red || !blue) throw new Error('there are two pictures')
  await page.keyboard.press('j')
  await expect(red).toBeFocused()
  await expectNoFaults(page)
  await page.keyboard.press('j')
  await expect(blue).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await expect(red).toHaveCount(0)
  await expect(blue).toBeFocused()
  await page.keyboard.press('r')
  await expect(blue.getByLabel('Reason for rejection')).toBeFocused()
  await page.keyboard.type('Too blue')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(blue).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(complaints).toEqual([])
})
