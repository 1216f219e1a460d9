import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'

test('games are found on shelves, by genre and despite a typo, and kept as favourites', async ({
  page,
  product,
  ownPlace,
  signIn,
  browser,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Shelf_maker', 'Marble maze')
  await maker.post(`${place.path}/settings?/view`, { name: 'Marble maze', genre: 'Puzzle', tags: 'Marbles' })
  await signIn('Shelf_reader')
  await open(page, '/games')
  await expect(page.getByRole('heading', { level: 2, name: 'Popular now' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name: 'Puzzle' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzle games')
  await page.getByRole('article').getByRole('link', { name: 'Marble maze' }).click()
  await expect(page).toHaveURL(place.path)
  await page.request.post(`${place.path}?/favourite`, { headers: { accept: 'application/json' } })
  await open(page, '/favourites')
  await expect(page.getByRole('article')).toContainText('Marble maze')
  const reader = await browser.newContext({ javaScriptEnabled: false, baseURL: product.baseUrl })
  await reader.addCookies(await page.context().cookies())
  const plain = await reader.newPage()
  await plain.goto('/games?q=marble+maz')
  await expect(plain.getByRole('article')).toContainText('Marble maze')
  await plain.goto('/games?q=mrable')
  await expect(plain.getByText('No results for “mrable”. Showing results for “marble”.')).toBeVisible()
  await expect(plain.getByRole('article')).toContainText('Marble maze')
  await plain.goto('/games?q=marble&genre=Puzzle')
  await plain.getByRole('navigation', { name: 'Sort games' }).getByRole('link', { name: 'Top rated' }).click()
  await expect(plain).toHaveURL('/games?q=marble&genre=Puzzle&sort=rated')
  await plain.getByRole('search', { name: 'Search games' }).getByRole('searchbox').fill('mrable')
  await plain.getByRole('search', { name: 'Search games' }).getByRole('searchbox').press('Enter')
  await expect(plain).toHaveURL('/games?genre=Puzzle&sort=rated&q=mrable')
  await expect(plain.getByRole('article')).toContainText('Marble maze')
  await plain.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name: 'Racing' }).click()
  await expect(plain.getByRole('article')).toHaveCount(0)
  await plain.getByRole('link', { name: 'Search all genres' }).click()
  await expect(plain.getByRole('article')).toContainText('Marble maze')
  await reader.close()
  expect(complaints).toEqual([])
})

test('a list grows while one scrolls, and is still there on the way back from a game', async ({
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
  const row = database.prepare('select * from places where id = ?').get(Number(placeId)) ?? {}
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
