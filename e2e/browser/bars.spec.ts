import { expect, type Locator } from '@playwright/test'
import { expectNoFaults, expectToFit } from '../support/accessible.ts'
import { open, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'

test.use({ shares: true })

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0

test('a visitor on a phone reaches games, items and their search', async ({ page, product }) => {
  await register(product.baseUrl, 'Host_of_phones')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  const tabs = page.locator('[data-bottom-tabs]')
  await tabs.getByRole('link', { name: 'Catalog' }).click()
  await expect(page).toHaveURL('/catalog')
  await expect(tabs.getByRole('link', { name: 'Catalog' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search games' })).toBeFocused()
  await expectToFit(page)
  await expectNoFaults(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(tabs).toBeHidden()
})

test('the bar of a party folds on a phone, stays folded, and names the viewer’s choice', async ({
  page,
  signIn,
}) => {
  const leader = await signIn('Folding_leader')
  const place = await makePlace(leader, 'Folded harbour')
  await leader.post('/party?/create')
  await leader.post('/party?/play', { id: String(place.id) })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/settings/privacy')
  const bar = page.getByRole('region', { name: 'Your party' })
  await expect(bar).toContainText('You picked Folded harbour')
  const fold = bar.getByRole('button', { name: 'Show your party' })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  const height = (await bar.boundingBox())?.height ?? 0
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toBeFocused()
  expect((await bar.boundingBox())?.height).toBeLessThan(height)
  await expectNoFaults(page)
  await open(page, '/friends')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
})

test('a control that gets the focus lies below the bars at the top', async ({ page, signIn }) => {
  const leader = await signIn('Focused_leader')
  await leader.post('/party?/create')
  await open(page, '/settings/privacy')
  const bar = page.getByRole('region', { name: 'Your party' })
  const bottom = (await topOf(bar)) + ((await bar.boundingBox())?.height ?? 0)
  const controls = page.getByRole('main').getByRole('combobox')
  await controls.last().focus()
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  for (let left = (await controls.count()) - 1; left > 0; left--) {
    await page.keyboard.press('Shift+Tab')
    const focused = page.locator(':focus')
    expect(await topOf(focused)).toBeGreaterThanOrEqual(bottom)
  }
})
