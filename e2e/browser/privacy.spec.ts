import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { clientAgent, json, makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

test('a user is muted and blocked from the menu of a profile, and unblocked in the settings', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const rowdy = await register(product.baseUrl, 'Rowdy_1')
  await rowdy.post('/user/Rowdy_1?/post', { content: 'Loud words' })
  await rowdy.post('/user/Calm_1?/follow')
  await signIn('Calm_1')
  await open(page, '/user/Rowdy_1')
  await expect(page.getByText('Loud words')).toBeVisible()

  const menu = page.getByTitle('More about Rowdy_1')
  await menu.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mute' }).click()
  await expect(page.getByText('You muted Rowdy_1, so you don’t see')).toBeVisible()
  await expect(page.getByText('Loud words')).toBeHidden()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Block Rowdy_1?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('You blocked Rowdy_1.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden()
  const refused = await rowdy.post('/user/Calm_1?/follow')
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'friends.follow_refused' }])

  await open(page, '/settings/blocked')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unblock Rowdy_1' }).click()
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute Rowdy_1' }).press('Enter')
  await expect(page.getByText('You haven’t muted anyone.')).toBeVisible()
  await open(page, '/user/Rowdy_1')
  await expect(page.getByText('Loud words')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('privacy settings are saved, and a profile shows only what it shares', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const shy = await register(product.baseUrl, 'Shy_1')
  await signIn('Curious_1')
  await open(page, '/user/Shy_1')
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await shy.post('/settings/privacy?/update', { online: 'Nobody', requests: 'Nobody', friends: 'Nobody' })
  await open(page, '/user/Shy_1')
  await expect(page.getByText('Shy_1 doesn’t accept friend requests from you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeHidden()
  await expect(page.getByText('Online', { exact: true })).toBeHidden()
  await open(page, '/user/Shy_1/friends')
  await expect(page.getByText('Shy_1 doesn’t share their friends with you.')).toBeVisible()

  await open(page, '/settings/privacy')
  await expectAccessible(page)
  await page.getByLabel('Who sees that you’re online').selectOption('Nobody')
  await page.getByLabel('Who can send you friend requests').selectOption('Friends of your friends')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Privacy settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Who sees that you’re online')).toHaveValue('Nobody')
  await expect(page.getByLabel('Who can send you friend requests')).toHaveValue('Friends')
  expect(complaints).toEqual([])
})

test('a game counts players who hide what they play', async ({ page, signIn, product }) => {
  const hider = await register(product.baseUrl, 'Hider_1')
  const place = await makePlace(hider, 'Hiding place')
  await hider.post('/settings/privacy?/update', { playing: 'Nobody' })
  const { ticket } = await json<{ ticket: string }>(await hider.post(`${place.path}?/join`))
  await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`, { headers: clientAgent })
  await signIn('Seeker_1')
  await open(page, `${place.path}?tab=servers`)
  await expect(page.getByText('1 player isn’t shown')).toBeVisible()
  await expect(page.getByText('No players right now.')).toBeHidden()
})

test('pointing at a link to a profile records nothing about a moderator', async ({
  page,
  signInFounder,
  product,
}) => {
  await register(product.baseUrl, 'Pointed_at_1')
  await signInFounder()
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('__data.json')) loaded.push(new URL(request.url()).pathname)
  })
  await open(page, '/search?q=pointed_at_1')
  const link = page.getByRole('main').getByRole('link', { name: 'Pointed_at_1' }).first()
  await page.clock.install()
  await link.hover()
  await page.clock.runFor(1_000)
  expect(loaded).toEqual([])
  await link.click()
  // The search has a heading of this name as well.
  await expect(page).toHaveURL('/user/Pointed_at_1')
  expect(loaded).toEqual(['/user/Pointed_at_1/__data.json'])
})

test('a user is blocked and unblocked, and privacy is saved, without JavaScript', async ({ product }) => {
  await register(product.baseUrl, 'Rowdy_2')
  const page = new PlainPage(await register(product.baseUrl, 'Calm_2'), product.baseUrl)
  await page.open('/user/Rowdy_2')
  await page.submit('Block')
  expect(page.text('main')).toContain('You blocked Rowdy_2.')
  await page.open('/settings/blocked')
  await page.submit('Unblock Rowdy_2')
  expect(page.text('main')).toContain('You haven’t blocked anyone.')
  await page.open('/settings/privacy')
  await page.submit('Save changes', { 'Who can join you': 'Nobody' })
  expect(page.text()).toContain('Privacy settings saved')
  expect(page.valueOf('Who can join you')).toBe('Nobody')
})
