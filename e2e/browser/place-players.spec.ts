import { expect } from '@playwright/test'
import { join } from '../client/client.ts'
import { expectAccessible } from '../support/accessible.ts'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { json, publicKeyOf } from '../support/game.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

test('a maker bans a player, who reads why and reports the game', async ({ page, product, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Guarding_maker', 'Guarded harbour')
  const player = await register(product.baseUrl, 'Rude_player')
  const { ticket } = await json<{ ticket: string }>(await player.post(`${place.path}?/join`))
  await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)

  await open(page, place.path)
  await page.getByRole('link', { name: 'Players', exact: true }).click()
  await page.getByRole('link', { name: 'Kick or ban Rude_player' }).click()
  const username = page.getByLabel('Username')
  await expect(username).toHaveValue('Rude_player')
  await page.getByLabel('Reason').fill('Sank all boats')
  await page.getByLabel('Length of the ban').fill('2')
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText('Rude_player is banned from this game')).toBeVisible()
  await expect(page.getByText('Nobody is playing right now')).toBeVisible()
  await expect(page.getByText('Sank all boats')).toBeVisible()
  await expectAccessible(page)

  await takeSession(page.context(), player, product.baseUrl)
  await open(page, place.path)
  await expect(page.getByText('Sank all boats')).toBeVisible()
  await expect(page.getByText('You can play again in 2 days')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Report this game' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Report')
  expect(complaints).toEqual([])
  await takeSession(page.context(), maker, product.baseUrl)
})

test('a maker kicks a player and lifts a ban without JavaScript', async ({ product, ownPlace }) => {
  const { maker, place } = await ownPlace('Plain_guard', 'Plain harbour')
  const player = await register(product.baseUrl, 'Plain_rude')
  await player.post(`${place.path}?/join`)
  const page = new PlainPage(maker, product.baseUrl)
  await page.open(`${place.path}/players?player=Plain_rude`)
  await page.submit('Kick')
  expect(page.errorAt('Reason')).toMatch(/^Enter a reason/)
  await page.submit('Kick', { Reason: 'Sank all boats' })
  expect(page.text()).toContain('Plain_rude was kicked')
  await page.submit('Ban', { Username: 'Plain_rude', Reason: 'Sank all boats', 'Length of the ban': '0' })
  expect(page.text()).toContain('by Plain_guard, for ever')
  await page.submit(/^Lift ban/)
  expect(page.text()).toContain('Nobody is banned')
})
