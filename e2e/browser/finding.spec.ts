import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { stock } from '../support/stock.ts'

test('games are found on shelves, by genre and despite a typo, and kept as favourites', async ({
  page,
  product,
  ownPlace,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Shelf_maker', 'Marble maze')
  await maker.post(`${place.path}/settings?/view`, { name: 'Marble maze', genre: 'Puzzle', tags: 'Marbles' })
  const reader = await signIn('Shelf_reader')
  await open(page, '/games')
  await expect(page.getByRole('heading', { level: 2, name: 'Popular now' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name: 'Puzzle' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzle games')
  await page.getByRole('article').getByRole('link', { name: 'Marble maze' }).click()
  await expect(page).toHaveURL(place.path)
  await page.request.post(`${place.path}?/favourite`, { headers: { accept: 'application/json' } })
  await open(page, '/favourites')
  await expect(page.getByRole('article')).toContainText('Marble maze')

  const plain = new PlainPage(reader, product.baseUrl)
  const found = () => plain.texts('main article')
  const puzzle = [expect.stringContaining('Marble maze')]
  await plain.open('/games?q=marble+maz')
  expect(found()).toEqual(puzzle)
  await plain.open('/games?q=mrable')
  expect(plain.text('main')).toContain('No results for “mrable”. Showing results for “marble”.')
  expect(found()).toEqual(puzzle)
  await plain.open('/games?q=marble&genre=Puzzle')
  await plain.follow('Top rated')
  expect(plain.path).toBe('/games?q=marble&genre=Puzzle&sort=rated')
  await plain.submit('Search games', { 'Search games': 'mrable' }, 'main')
  expect(plain.path).toBe('/games?genre=Puzzle&sort=rated&q=mrable')
  expect(found()).toEqual(puzzle)
  await plain.follow('Racing')
  expect(found()).toEqual([])
  await plain.follow('Search all genres')
  expect(found()).toEqual(puzzle)
  expect(complaints).toEqual([])
})

test('a list grows while scrolling, and is still complete after going back from a game', async ({
  page,
  product,
  ownPlace,
  signIn,
}) => {
  const { place } = await ownPlace('Many_maker', 'Race 0')
  copyPlace(join(product.dataDirectory, 'baseplate.sqlite'), place.id, 60)
  await signIn('Scroller')
  await open(page, '/games?genre=Racing')
  await expect(page.getByRole('article')).toHaveCount(50)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('article')).toHaveCount(60)
  await expect(page.getByRole('link', { name: 'More games' })).toHaveCount(0)
  await page.getByRole('article').last().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Race')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(60)
})

/** Adds copies of a place with the genre Racing. */
function copyPlace(file: string, placeId: number | string, count: number): void {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  // The database computes `listed`.
  const { listed: _, ...row } =
    database.prepare('select * from places where id = ?').get(Number(placeId)) ?? {}
  for (let number = 1; number <= count; number++) {
    const ticket = String(number).padStart(32, '0')
    const copy = {
      ...row,
      ...{ id: 100_000_000 + number, name: `Race ${number}`, name_key: `race ${number}`, genre: 'Racing' },
      ...{ private_ticket: ticket, server_ticket: ticket },
    }
    const columns = Object.keys(copy)
    database
      .prepare(`insert into places (${columns}) values (${columns.map(() => '?')})`)
      .run(...Object.values(copy))
  }
  database.close()
}

test('a filter refuses an impossible price at its field and sends nothing', async ({ page, product }) => {
  await register(product.baseUrl, 'Filter_seller')
  await stock(product, 'Filter_seller', [{ name: 'Green cap', price: 1 }])
  await open(page, '/catalog?min=.5')
  await page.locator('summary', { hasText: 'Filters' }).click()
  const price = page.getByLabel('Maximum price')
  for (const refused of ['5000', 'ten', '1,000']) {
    await price.fill(refused)
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(price).toBeFocused()
    await expect(page).toHaveURL('/catalog?min=.5')
  }
  await price.fill('1')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL('/catalog?min=.5&max=1')
})
