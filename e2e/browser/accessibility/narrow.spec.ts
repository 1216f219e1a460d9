import { expect } from '@playwright/test'
import { expectToFit, longName, test } from '../../support/accessible.ts'
import { makePlace } from '../../support/game.ts'
import { addressOf, listRoutes } from '../../support/routes.ts'

/** As WCAG 1.4.10 has it. */
const narrowest = 320

/** Pages that only lead elsewhere, or that stand for whoever is moderated or signed out. */
const leadsElsewhere = new Set(['/notifications/[id]', '/logout', '/moderation'])

test('no page scrolls sideways at 320 pixels, whoever looks', async ({ page, product, signInFounder }) => {
  // Pages are laid out before their scripts run, and there are sixty.
  test.slow()
  await page.route('**/*.js', (route) => route.abort())
  const founder = await signInFounder()
  const place = await makePlace(founder, longName)
  await founder.post('/groups/create', { name: 'Harbour masters', description: longName })
  const values = { username: 'Founder', list: 'friends', token: 'x', id: '1', name: 'x' }
  const pages = (await listRoutes()).filter(({ id, isPage }) => isPage && !leadsElsewhere.has(id))
  expect(pages.length).toBeGreaterThan(40)
  for (const { id } of pages) {
    const ofPlace = id.startsWith('/place/')
      ? { id: String(place.id), name: place.path.split('/').at(-1) ?? '' }
      : {}
    const address = addressOf(id, { ...values, ...ofPlace })
    await test.step(address, async () => {
      await page.goto(address)
      await expectToFit(page, narrowest)
    })
  }
  await page.context().clearCookies()
  for (const path of ['/', '/games', '/login', '/register', '/recover']) {
    await test.step(`${path} for a visitor`, async () => {
      await page.goto(product.baseUrl + path)
      await expectToFit(page, narrowest)
    })
  }
})
