import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { open, test } from '../support/browser.ts'
import { bellOf, followedBy, rowsOf } from '../support/notifications.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

test('notifications are opened, marked as read one by one and all at once with the keyboard', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Keys')
  for (const name of ['Key_1', 'Key_2', 'Key_3']) await followedBy(product, 'Keys', name)
  await open(page, '/games')
  await bellOf(page).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toBeFocused()
  await panel.getByRole('link', { name: 'See all notifications' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/notifications')
  await page.getByRole('button', { name: 'Mark as read: Key_2' }).focus()
  await page.keyboard.press('Enter')
  await expect(bellOf(page)).toHaveText('2')
  // The button is gone, and the focus stays in its place.
  await expect(page.getByRole('link', { name: 'Key_2 started following you', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Mark all as read' }).focus()
  await page.keyboard.press('Enter')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await page.getByRole('link', { name: 'Key_1 started following you' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/Key_1')
})

test('a friend request is accepted in the bell’s panel, without leaving the page', async ({
  page,
  product,
  signIn,
}) => {
  const reader = await signIn('Panel_reader')
  const friends = await Promise.all([
    register(product.baseUrl, 'Asker_1'),
    register(product.baseUrl, 'Asker_2'),
  ])
  for (const friend of friends) await friend.post('/user/Panel_reader?/request')
  await open(page, '/games')
  await bellOf(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('button', { name: 'Accept Asker_1’s friend request' }).click()
  await expect(panel.getByRole('button', { name: 'Accept Asker_1’s friend request' })).toBeHidden()
  await expect(panel.getByText('Answered or withdrawn')).toHaveCount(1)
  await expect(bellOf(page)).toHaveText('1')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/games')

  await open(page, '/notifications')
  await page.getByRole('button', { name: 'Decline Asker_2' }).click()
  await expect(page.getByRole('button', { name: 'Decline Asker_2' })).toBeHidden()
  await expect(page.getByRole('main').getByText('Answered or withdrawn')).toHaveCount(2)
  const { friends: own } = (await (await reader.get('/friends')).json()) as {
    friends: { people: { username: string }[] }
  }
  expect(own.people.map(({ username }) => username)).toEqual(['Asker_1'])
})

test('pointing at a notification leaves it unread, opening it marks it as read', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Pointer')
  await followedBy(product, 'Pointer', 'Pointed_1')
  await open(page, '/notifications')
  const preloaded = page.waitForRequest('**/user/Pointed_1/__data.json*')
  await page.getByRole('link', { name: 'Pointed_1 started following you' }).hover()
  await preloaded
  await page.reload()
  await expect(bellOf(page)).toHaveText('1')
  await page.getByRole('link', { name: 'Pointed_1 started following you' }).click()
  await expect(page).toHaveURL('/user/Pointed_1')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
})

test('the bell shows 99+ for more than a hundred, and the list has pages', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Famous')
  await followedBy(product, 'Famous', 'Fan_1')
  const database = new DatabaseSync(join(product.dataDirectory, 'baseplate.sqlite'), { timeout: 5_000 })
  database.exec(`
    with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 130)
    insert into notifications (user_id, id, type, event, details, sender_id, link, read, created)
      select user_id, n, type, event, details, sender_id, link || '?' || n, 0, created
      from numbers, notifications where user_id = (select id from users where username = 'Famous');
    update inboxes set last_id = 130, unread = 130, version = 130
      where user_id = (select id from users where username = 'Famous');`)
  database.close()
  await open(page, '/notifications')
  await expect(bellOf(page)).toHaveText('99+')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 130 unread')
  let rows = 0
  for (let more = 5; more > 0; more--) {
    rows += await rowsOf(page).count()
    const link = page.getByRole('link', { name: 'More notifications' })
    await expect(link).toHaveCount(more > 1 ? 1 : 0)
    if (more > 1) {
      const before = page.url()
      await link.click()
      await expect(page).not.toHaveURL(before)
    }
  }
  expect(rows).toBe(130)
  // Reading a notification on the last page stays on that page.
  await page.getByRole('button', { name: 'Mark as read' }).last().click()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 129 unread')
  await expect(page).toHaveURL(/cursor=/)
})

test('without JavaScript, notifications are marked as read by opening them, by their buttons, and all at once', async ({
  product,
}) => {
  const page = new PlainPage(await register(product.baseUrl, 'Plain_told'), product.baseUrl)
  const bell = () => page.names('header a').find((name) => name.startsWith('Notifications'))
  await page.open('/notifications')
  expect(page.text('main')).toContain('No notifications yet.')
  for (const name of ['One_1', 'Two_1', 'Three_1']) await followedBy(product, 'Plain_told', name)
  await page.open('/games')
  expect(bell()).toContain('3')
  await page.open('/notifications')
  await page.submit('Unread: One_1 started following you')
  expect(page.path).toBe('/user/One_1')
  expect(bell()).toContain('2')
  await page.open('/notifications')
  await page.submit(/^Mark as read: Two_1/)
  expect(bell()).toContain('1')
  expect(page.texts('main li')).toHaveLength(3)
  await page.submit('Mark all as read')
  expect(bell()).toBe('Notifications')
  expect(page.texts('main li')).toHaveLength(3)
})
