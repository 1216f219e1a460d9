import { expect, type Page } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { stock } from '../support/stock.ts'

test.use({ shares: true })

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search' })

test('suggestions are chosen with the keyboard alone', async ({ page, product, signIn }) => {
  await signIn('Seeker')
  for (const name of ['Robin', 'robin_hood', 'Robina']) await register(product.baseUrl, name)
  await open(page, '/games')
  const field = fieldOf(page)
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.pressSequentially('ROBIN')
  await expect(options).toHaveText(['Robin', 'robin_hood', 'Robina'])
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('3 suggestions')

  const expectOn = async (name: string) => {
    await expect(page.getByRole('option', { selected: true })).toHaveText(name)
    const id = await page.getByRole('option', { selected: true }).getAttribute('id')
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? '')
    await expect(field).toBeFocused()
  }
  await field.press('ArrowDown')
  await expectOn('Robin')
  await field.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await field.press('ArrowUp')
  await expectOn('Robina')
  await field.press('Escape')
  await expect(options.first()).toBeHidden()
  await expect(field).toHaveValue('ROBIN')
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expectOn('robin_hood')
  await field.press('Enter')
  await expect(page).toHaveURL('/user/robin_hood')
  await expect(options.first()).toBeHidden()

  await open(page, '/games')
  await field.pressSequentially('robin')
  await expect(options.first()).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=robin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “robin”')
  await expect(field).toHaveValue('robin')
  await expect(options.first()).toBeHidden()
  await field.press('ArrowDown')
  await field.press('Tab')
  await expect(options.first()).toBeHidden()
})

test('people, games and items are found at once, with a link to all games when there are more', async ({
  page,
  product,
  ownPlace,
}) => {
  const { maker } = await ownPlace('Lantern_maker', 'Lantern festival')
  for (let number = 1; number <= 5; number++) await makePlace(maker, `Lantern ${number}`)
  await stock(product, 'Lantern_maker', [{ name: 'Paper lantern' }])
  await open(page, '/games')
  await fieldOf(page).pressSequentially('lantern')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options).toHaveCount(8)
  await expect(options.first()).toHaveText('Lantern_maker')
  for (let number = 1; number <= 5; number++)
    await expect(options.filter({ hasText: `Lantern ${number} Game` }).locator('img')).toHaveCount(1)
  await expect(options.last()).toHaveText('Paper lantern Item')
  await makePlace(maker, 'Lantern 6')
  await page.keyboard.press('Enter')
  const region = (name: string) => page.getByRole('region', { name })
  await expect(region('People').getByRole('article')).toHaveCount(1)
  await expect(region('Games').getByRole('article')).toHaveCount(6)
  await expect(region('Items').getByRole('link', { name: 'Paper lantern' })).toBeVisible()
  await expect(region('Groups')).toHaveCount(0)
  await page
    .getByRole('navigation', { name: 'Result types' })
    .getByRole('link', { name: 'Items 1' })
    .press('Enter')
  await expect(page).toHaveURL('/search?q=lantern#items')
  await page.getByRole('link', { name: 'All 7 games' }).click()
  await expect(page).toHaveURL('/games?q=lantern')
  await expect(page.getByRole('link', { name: 'Lantern festival' })).toBeVisible()
})

test('suggestions match the latest text, however late earlier responses arrive', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  await signIn('Hasty')
  for (const name of ['Quill', 'Quokka']) await register(product.baseUrl, name)
  await open(page, '/games')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route('**/search/suggestions?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(q)
    if (q === 'qu') await released
    await route.continue().catch(() => {})
  })
  const aborted = page.waitForEvent('requestfailed')
  await fieldOf(page).fill('qu')
  await expect.poll(() => asked).toEqual(['qu'])
  await fieldOf(page).fill('quok')
  expect((await aborted).url()).toContain('q=qu')
  await expect(page.getByRole('option')).toHaveText(['Quokka'])
  release()
  await page.unroute('**/search/suggestions?*')
  await expect(page.getByRole('option')).toHaveText(['Quokka'])
  // Quick typing causes a single request.
  expect(asked).toEqual(['qu', 'quok'])
  // The pointer may rest on a card of an item without a model.
  expect(complaints.filter((complaint) => !complaint.includes('/character/'))).toEqual([])
})

test('on a phone, an icon opens the search, and a suggestion opens the person’s page', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Pocket')
  await register(product.baseUrl, 'Wilma')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/games')
  await expect(fieldOf(page)).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search')
  const field = fieldOf(page).filter({ visible: true })
  await expect(field).toBeFocused()
  await field.pressSequentially('wil')
  await page.getByRole('option', { name: 'Wilma' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/user/Wilma')
})
