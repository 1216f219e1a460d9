import { expect } from '@playwright/test'
import { join } from '../client/client.ts'
import { expectAccessible, expectAccessibleAt } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { json, publicKeyOf, upload } from '../support/game.ts'
import { register } from '../support/person.ts'
import { stock } from '../support/stock.ts'

test.use({ shares: true })

test('a maker sees what happened today, reads the charts by keyboard, and downloads them', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Daily_maker', 'Daily harbour')
  await stock(product, 'Daily_maker', [{ name: 'Daily hat' }])
  await open(page, `${place.path}/statistics`)
  await expect(page.getByText('No visits yet')).toBeVisible()

  const player = await register(product.baseUrl, 'Daily_player')
  await open(page, '/develop')
  const game = page.getByRole('region', { name: 'Your games' }).getByRole('listitem')
  await expect(game).toContainText('0 playing')
  const { ticket } = await json<{ ticket: string }>(await player.post(`${place.path}?/join`))
  const client = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await client.ping()
  await player.post(`${place.path}?/comment`, { content: 'Nice boats' })
  await expect(game).toContainText('1 playing')
  await page.reload()
  await expect(game).toContainText('1 visit in 24 hours')
  await expect(page.getByRole('definition').first()).toContainText('1')
  const lastHour = page.getByRole('slider', { name: 'Visits' })
  await lastHour.focus()
  await expect(lastHour).toHaveAttribute('aria-valuetext', /Sessions started: 1$/)
  await expect(page.getByRole('region', { name: 'New comments' })).toContainText(
    'Daily_player on Daily harbour',
  )

  await game.getByRole('link', { name: 'Statistics of Daily harbour' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics of Daily harbour')
  const visits = page.getByRole('slider', { name: 'Visits' })
  await visits.focus()
  await expect(visits).toHaveAttribute('aria-valuetext', /Sessions started: 1$/)
  await page.keyboard.press('ArrowLeft')
  await expect(visits).toHaveAttribute('aria-valuetext', /Sessions started: 0$/)
  await page.getByRole('link', { name: 'Hours' }).click()
  await expect(page.getByText('Hours are in the time zone')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`statistics-${place.id}-hour.csv`)
  expect(complaints).toEqual([])
})

test('a maker reads the sessions of each version by keyboard, and rolls back and forward with one press each', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Version_maker', 'Version harbour')
  await upload({ maker, place }, Buffer.from('calm'))
  await upload({ maker, place }, Buffer.from('windy'))
  const player = await register(product.baseUrl, 'Version_player')
  const { ticket } = await json<{ ticket: string }>(await player.post(`${place.path}?/join`))
  const client = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  await client.ping()

  await open(page, `${place.path}/workshop`)
  const sessions = page.getByRole('slider', { name: 'Sessions per day' })
  await sessions.focus()
  await expect(sessions).toHaveAttribute('aria-valuetext', /, Version 2: 1$/)
  const file = async () => (await maker.get(`/game/${place.id}`)).text()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByText('Version 1 restored')).toBeVisible()
  expect(await file()).toBe('calm')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Version 2 restored')).toBeVisible()
  expect(await file()).toBe('windy')

  await page.getByLabel('First version').selectOption('Version 1')
  await page.getByLabel('Second version').selectOption('Version 2')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('row', { name: 'File size' })).toHaveText(/4\sbytes\s*5\sbytes/)
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('pages of statistics have no violations when empty and with data', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Sound_maker')
  const [hat = 0] = await stock(product, 'Sound_maker', [{ name: 'Sound hat' }])
  await expectAccessibleAt(page, [`${place.path}/statistics`, `/catalog/${hat}/Sound-hat/statistics`])
  const buyer = await register(product.baseUrl, 'Sound_buyer')
  expect((await buyer.post(`/catalog/${hat}/Sound-hat?/buy`)).status).toBeLessThan(400)
  expect((await buyer.post(`${place.path}?/like`)).status).toBeLessThan(400)
  await maker.post(`${place.path}?/comment`, { content: 'Mine' })
  await expectAccessibleAt(page, [
    `${place.path}/statistics?by=month`,
    `/catalog/${hat}/Sound-hat/statistics?by=hour`,
    '/develop',
  ])
  expect(complaints).toEqual([])
})
