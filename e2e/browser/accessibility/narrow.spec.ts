import { createUnsubscribeLinks } from '@baseplate/platform/notifications/mails/unsubscribe'
import { notificationKinds } from '@baseplate/platform/notifications/settings/rules'
import { expect } from '@playwright/test'
import { expectToFit, longName } from '../../support/accessible.ts'
import { open, test } from '../../support/browser.ts'
import { makePlace } from '../../support/game.ts'
import { type Person, register } from '../../support/person.ts'
import type { Product } from '../../support/processes.ts'
import { addressOf, listRoutes } from '../../support/routes.ts'
import { stock, withDatabase } from '../../support/stock.ts'

test.use({ shares: true })

/** The width that WCAG 1.4.10 requires. */
const narrowest = 320

/** Pages that only redirect, or that only moderated or signed-out users see. */
const leadsElsewhere = new Set(['/notifications/[id]', '/logout', '/moderation'])

/**
 * Pages of dedicated servers, which do not exist without an orchestrator, of the engine Minetest, of a badge, of a leaderboard, and of
 * data that their query names: see `badges.spec.ts`, `leaderboards.spec.ts` and `game-data.spec.ts`.
 */
const missing = new Set([
  '/admin/servers/[id]',
  '/develop/first-game',
  '/place/[id]/[name]/badges/[badge]',
  '/place/[id]/[name]/data/entries',
  '/place/[id]/[name]/data/entry',
  '/place/[id]/[name]/errors',
  '/place/[id]/[name]/leaderboards',
  '/place/[id]/[name]/log',
])

/** Fills the product with long texts. Returns the values for the brackets of routes, by the beginning of the route. */
async function fill(product: Product, founder: Person): Promise<Record<string, Record<string, string>>> {
  const place = await makePlace(founder, longName)
  const [item = 0] = await stock(product, 'Founder', [{ name: longName.slice(0, 50) }])
  const reporter = await register(product.baseUrl, 'a_reporter_of_games_0')
  const report = { type: 'place', id: String(place.id), category: 'Spam', note: longName, link: longName }
  expect((await reporter.post('/report?/report', report)).status).toBe(200)
  const { reports } = (await (await founder.get('/admin/reports')).json()) as { reports: { id: string }[] }
  const minted = { username: 'Founder', amount: '999999', note: longName }
  const mint = await founder.post('/admin/mint', minted)
  await founder.post('/economy?/stipend')
  const group = 'Unbreakable_name_of_forty_characters___2'
  expect((await founder.post('/groups/create', { name: group })).status).toBe(302)
  const reset = await founder.post('/admin/accounts/a_reporter_of_games_0?/resetlink')
  const { link } = (await reset.json()) as { link: string }
  const unsubscribe = await withDatabase(product, (db) =>
    createUnsubscribeLinks({ db, config: product }).make('1', notificationKinds),
  )
  const webhook = async (page: string, events: string) => {
    const made = await founder.post(`${page}?/create`, { url: `https://hooks.example/${longName}`, events })
    return { id: ((await made.json()) as { id: string }).id }
  }
  const written = await founder.post('/user/Founder?/post', { content: longName })
  return {
    '/user/[username]/post/': {
      username: 'Founder',
      id: written.headers.get('location')?.split('#post-')[1] ?? '',
    },
    '/groups/': { name: group },
    '/recover/': { token: link.split('/').at(-1) ?? '' },
    '/unsubscribe/': { token: unsubscribe.split('/').at(-1) ?? '' },
    '/place/': { id: String(place.id), name: place.path.split('/').at(-1) ?? '' },
    '/share/': { id: String(place.id) },
    '/catalog/': { id: String(item), name: 'x' },
    '/settings/webhooks/': await webhook('/settings/webhooks', 'item.sold'),
    '/admin/webhooks/': await webhook('/admin/webhooks', 'user.registered'),
    '/admin/reports/': { id: reports[0]?.id ?? '' },
    '/admin/mint/': { id: mint.headers.get('location')?.split('/').at(-1) ?? '' },
  }
}

test('no page scrolls sideways at 320 pixels, for an administrator or a visitor', async ({
  page,
  product,
  signInFounder,
}) => {
  // Blocks scripts, which saves time on more than eighty pages and does not change their layout.
  test.slow()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.js'] })
  const founder = await signInFounder()
  const filled = await fill(product, founder)
  const pages = (await listRoutes()).filter(({ id, isPage }) => isPage && !leadsElsewhere.has(id))
  expect(pages.length).toBeGreaterThan(40)
  for (const { id } of pages) {
    const prefix = Object.keys(filled).find((beginning) => id.startsWith(beginning)) ?? ''
    const address = addressOf(id, { username: 'Founder', list: 'friends', id: '1', ...filled[prefix] })
    await test.step(address, async () => {
      const response = await page.goto(address)
      if (!missing.has(id)) expect(response?.status()).toBe(200)
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

test('the header, footer and tabs scroll away at 400 % zoom', async ({ page, signInFounder }) => {
  await signInFounder()
  // A window of 1280 by 800 pixels.
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/games')
  await expect(page.getByRole('banner')).toBeInViewport()
  await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView())
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.scrollIntoView())
  await expect(page.getByRole('navigation', { name: 'Main' }).last()).not.toBeInViewport()
})

test('a short site name fits beside the buttons for visitors on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/games')
  await expect(page.getByRole('banner').getByText('Baseplate', { exact: true })).toBeInViewport({ ratio: 1 })
})
