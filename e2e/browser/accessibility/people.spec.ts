import { expect } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleAt,
  expectNoFaultsInAnyTheme,
  longName,
  visit,
} from '../../support/accessible.ts'
import { complaintsOf, open, test } from '../../support/browser.ts'
import { register } from '../../support/person.ts'

test.use({ shares: true })

test('notifications have no violations when empty, unread, read and arriving live', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const person = await signIn('Notified')
  await open(page, '/notifications')
  await expectAccessible(page)
  for (const name of ['a_very_long_follower_', 'Short_one']) {
    const follower = await register(product.baseUrl, name)
    await follower.post('/user/Notified?/follow')
    await follower.post('/user/Notified?/request')
  }
  const { notifications } = (await (await person.get('/notifications')).json()) as {
    notifications: { id: number }[]
  }
  await person.post('/notifications?/read', { id: String(notifications[0]?.id) })
  await open(page, '/notifications')
  await expectAccessible(page)
  await (await register(product.baseUrl, 'Newcomer_1')).post('/user/Notified?/follow')
  await expect(page.getByRole('status').getByRole('link')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  expect(complaints).toEqual([])
})

test('search has no violations with results, without any, and while suggestions are open', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  await signIn('Searcher')
  for (const name of ['an_endless_username_x', 'An_other', 'Roman_1']) await register(product.baseUrl, name)
  await expectAccessibleAt(page, ['/search?q=an_', '/search?q=nobody_at_all'])
  await open(page, '/games')
  await page.getByRole('combobox', { name: 'Search' }).fill('an_')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'An_other' })).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  expect(complaints).toEqual([])
})

test('profiles have no violations for their owner and for a user with an open request', async ({
  page,
  ownPlace,
  product,
}) => {
  const complaints = complaintsOf(page)
  const { maker } = await ownPlace('another_long_username', longName)
  await maker.post('/settings?/profile', { description: 'x'.repeat(1000), theme: 'High contrast' })
  const asking = await register(product.baseUrl, 'Asking')
  await asking.post('/user/another_long_username?/follow')
  await asking.post('/user/another_long_username?/request')
  await expectAccessibleAt(page, ['/user/another_long_username', '/user/Asking'])
  expect(complaints).toEqual([])
})

test('posts and styling have no violations when written, edited, removed and partly dropped', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const author = await register(product.baseUrl, 'Long_writer')
  const reader = await signIn('Writing_reader')
  await reader.post('/user/long_writer?/follow')
  for (const person of [author, reader]) {
    const own = person === author ? 'Long_writer' : 'Writing_reader'
    const posted = await person.post(`/user/${own}?/post`, {
      content: `${'Unbreakable'.repeat(80)}\nand more`,
    })
    const id = posted.headers.get('location')?.split('#post-')[1] ?? ''
    await person.post(`/user/${own}?/editpost`, { id, content: `See ${product.baseUrl}/games\n\nnow` })
  }
  await author.post('/settings?/styling', { css: 'h2 { font-style: italic }' })
  for (const path of [
    '/home',
    '/user/long_writer',
    '/user/long_writer?styling=off',
    '/user/writing_reader',
  ]) {
    await test.step(path, async () => {
      await visit(page, path)
      for (const closed of await page.locator('article details').all())
        await closed.locator('summary').click()
      await expectAccessible(page)
    })
  }
  await test.step('/settings/styling', async () => {
    await open(page, '/settings/styling')
    await page.getByRole('textbox', { name: 'CSS' }).fill(`${'x'.repeat(200)}{} p{width:blue}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await expectAccessible(page)
  })
  expect(complaints).toEqual([])
})

test('the profile of a friend who plays, and the dialog to end the friendship, have no violations', async ({
  page,
  ownPlace,
  product,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Befriended', longName)
  const friend = await register(product.baseUrl, 'a_very_long_friend_00')
  await friend.post('/user/Befriended?/request')
  await maker.post('/user/a_very_long_friend_00?/accept')
  const { ticket } = (await (await friend.post(`${place.path}?/join`)).json()) as { ticket: string }
  await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)
  expect((await open(page, '/user/a_very_long_friend_00'))?.status()).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unfriend' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('lists of people, friends and requests have no violations when empty and when filled', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const star = await signIn('another_long_star_000')
  for (const name of ['a_very_long_follower1', 'a_very_long_follower2']) {
    const other = await register(product.baseUrl, name)
    await other.post('/user/another_long_star_000?/follow')
    await other.post('/user/another_long_star_000?/request')
  }
  await register(product.baseUrl, 'Shy')
  await star.post('/user/Shy?/request')
  await expectAccessibleAt(page, ['/user/another_long_star_000/followers', '/user/Shy/following', '/friends'])
  expect(complaints).toEqual([])
})
