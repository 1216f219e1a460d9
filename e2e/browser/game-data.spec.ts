import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import type { Place } from '../support/game.ts'
import type { Person } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'

test.use({ shares: true })

/** Lets a game keep data, and returns a function by which its server writes them. */
async function keepData({ baseUrl }: Product, maker: Person, { path, serverTicket }: Place) {
  expect((await maker.post(`${path}/settings/servers?/services`, { enabled: 'true' })).status).toBe(200)
  return async (name: string, value: unknown) => {
    const address = `${baseUrl}/api/server/data/${name}`
    const headers = { AccessKey: serverTicket, 'Content-Type': 'application/json' }
    const written = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(value) })
    expect(written.status).toBe(200)
  }
}

/** Presses a button, and confirms it. */
async function confirm(page: Page, button: string | RegExp, confirmation: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirmation }).click()
}

const save = (page: Page) => confirm(page, 'Save value', 'Save value')

const lineOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a maker finds an entry, edits it, compares its versions and restores one', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Data_maker', 'Data harbour')
  await open(page, place.path)
  await expect(page.getByRole('link', { name: 'Data', exact: true })).toHaveCount(0)
  await open(page, `${place.path}/data`)
  await expect(page.getByText('This game keeps no data yet')).toBeVisible()
  await expectAccessible(page)

  const write = await keepData(product, maker, place)
  await write('houses/global/hut', { rooms: 2, colour: 'red' })
  await write('houses/global/tower', { rooms: 9 })
  await open(page, place.path)
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(lineOf(page, 'houses')).toContainText('2 entries')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'houses' }).click()
  await page.getByLabel('Beginning of the key').fill('hu')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('link', { name: 'tower' })).toHaveCount(0)
  await expectAccessible(page)
  await expectToFit(page, 320)
  await page.getByRole('link', { name: 'hut' }).click()

  const value = page.getByRole('textbox', { name: 'Value' })
  await expect(value).toHaveValue('{\n  "rooms": 2,\n  "colour": "red"\n}')
  await expectAccessible(page)
  await expectToFit(page, 320)
  await value.fill('{"rooms": 3, "colour": "red"}')
  await save(page)
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('"rooms": 3')

  await page.getByRole('link', { name: /^Compare/ }).click()
  await expect(lineOf(page, 'Removed:')).toHaveText(/"rooms": 2,$/)
  await expect(lineOf(page, 'Added:')).toHaveText(/"rooms": 3,$/)
  await expectAccessible(page)
  await expectToFit(page, 320)
  await confirm(page, /^Restore/, 'Restore')
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('"rooms": 2')

  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(lineOf(page, 'Data_maker changed')).toContainText('houses › global › hut')
  await expect(lineOf(page, 'Data_maker restored')).toContainText('houses › global › hut')

  await page.getByRole('link', { name: 'houses', exact: true }).click()
  await page.getByLabel('Moment').fill(new Date().toISOString())
  await confirm(page, 'Restore', 'Restore')
  await expect(lineOf(page, 'houses to')).toContainText('2 of 2 entries restored')
  await expectAccessible(page)
  await expectToFit(page, 320)
  await confirm(page, /^Undo/, 'Undo')
  await expect(page.getByText('The restore is being undone')).toBeVisible()
  await expect(lineOf(page, 'houses to').filter({ hasText: 'Undone' })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('an edit of an entry that has changed keeps the text of its user', async ({
  page,
  product,
  ownPlace,
}) => {
  const { maker, place } = await ownPlace('Late_maker', 'Late harbour')
  const write = await keepData(product, maker, place)
  await write('houses/global/hut', { rooms: 2 })
  await open(page, `${place.path}/data/entry?store=houses&scope=global&key=hut`)
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.fill('{"rooms": 5')
  await save(page)
  await expect(page.getByText('This is not JSON')).toBeVisible()
  await value.fill('{"rooms": 5}')
  await write('houses/global/hut', { rooms: 4 })
  await save(page)
  await expect(page.getByText('The entry has changed since this page showed it')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('"rooms": 4')
  await expect(value).toHaveValue('{"rooms": 5}')
  await expectAccessible(page)
  await save(page)
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('"rooms": 5')
  await expect(page.getByRole('link', { name: /^Compare/ })).toHaveCount(1)
})

test('a maker edits, deletes and restores an entry without JavaScript', async ({ product, ownPlace }) => {
  const { maker, place } = await ownPlace('Plain_data', 'Plain data')
  const write = await keepData(product, maker, place)
  await write('houses/global/hut', { rooms: 2 })
  const page = new PlainPage(maker, product.baseUrl)
  await page.open(`${place.path}/data`)
  await page.follow('houses')
  await page.follow('hut')
  await page.submit('Save value', { Value: '{"rooms": 3}' })
  expect(page.text()).toContain('Replace the value of hut?')
  await write('houses/global/hut', { rooms: 4 })
  await page.submit('Save value')
  expect([page.status, page.text()]).toEqual([412, expect.stringContaining('"rooms": 4')])
  await page.submit('Save value', { Value: '{"rooms": 5}' })
  await page.submit('Save value')
  expect(page.text()).toContain('The value was saved')
  expect(page.text()).toContain('"rooms": 5')
  await page.submit('Delete entry')
  expect(page.text()).toContain('This entry was deleted')
  await page.submit('Restore', {}, 'ol li:first-child')
  expect(page.text()).toContain('"rooms": 5')
  await page.open(`${place.path}/data/entries?store=houses`)
  await page.submit('Restore', { Moment: 'yesterday' })
  await page.submit('Restore')
  expect(page.errorAt('Moment')).toMatch(/^Enter a date and time in UTC/)
  await page.submit('Restore', { Moment: new Date().toISOString() })
  expect(page.text()).toContain('Restore the whole store houses?')
  await page.submit('Restore')
  expect(page.text()).toContain('Plain_data began to restore all of houses')
  await page.open(`${place.path}/data/player?player=Nobody_here`)
  expect(page.errorAt('Player')).toMatch(/user|account/i)
})
