import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectAccessibleAt, longName } from '../../support/accessible.ts'
import { complaintsOf, open, test } from '../../support/browser.ts'
import { upload } from '../../support/game.ts'

test.use({ shares: true })

test('the pages of a maker have no violations', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('a_very_long_username1', longName)
  await maker.post(`${place.path}/settings?/view`, { name: longName, description: 'x'.repeat(1000) })
  await expectAccessibleAt(page, [
    '/home',
    '/games',
    '/games/create',
    place.path,
    '/settings',
    '/settings/account',
    '/settings/sessions',
    '/settings/storage',
  ])
  expect(complaints).toEqual([])
})

test('a place’s settings and their dialogs have no violations', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Settler', longName)
  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'true' })
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'on', maxPlayers: '10' })
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  for (const text of ['first', 'second']) {
    await upload({ maker, place }, Buffer.from(text))
    await maker.upload(`${place.path}/settings?/addthumbnail`, 'picture', new Blob([new Uint8Array(picture)]))
  }
  const settings = `${place.path}/settings`
  await expectAccessibleAt(page, [
    settings,
    `${settings}/file`,
    `${settings}/pictures`,
    `${settings}/privacy`,
    place.path,
  ])
  await open(page, `${settings}/servers`)
  await page.getByRole('button', { name: 'New ticket' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('a refused form, the account menu and a game that is opening have no violations', async ({
  page,
  ownPlace,
}) => {
  const { place } = await ownPlace('Stater')
  await open(page, '/games/create')
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  await open(page, '/home')
  await page.getByRole('button', { name: 'Account menu of Stater' }).click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expectAccessible(page)

  // Checked last, because a browser that was asked to open a client ignores clicks for a while.
  await open(page, place.path)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expectAccessible(page)
})
