import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { complaintsOf, holdRequests, open, test } from '../support/browser.ts'
import { bellOf, followedBy, rowsOf, toastsOf } from '../support/notifications.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

test.use({ shares: true })

/** Counts the event streams that the pages of a browser open. */
function streamsOf(context: BrowserContext): { opened: number; open: number } {
  const streams = { opened: 0, open: 0 }
  const isStream = (request: Request) => request.url().includes('/notifications/stream')
  const end = (request: Request) => {
    if (isStream(request)) streams.open -= 1
  }
  context.on('request', (request) => {
    if (!isStream(request)) return
    streams.opened += 1
    streams.open += 1
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return streams
}

test('notifications reach every tab over one stream, and reading one updates the other tabs', async ({
  context,
  page,
  product,
  signIn,
}) => {
  await signIn('Told')
  const streams = streamsOf(context)
  const other = await context.newPage()
  const complaints = [complaintsOf(page), complaintsOf(other)]
  let refreshes = 0
  other.on('request', (request) => {
    if (request.url().endsWith('/_app/version.json')) refreshes += 1
  })
  await open(page, '/games')
  await open(other, '/notifications')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  await expect(other.getByRole('main')).toContainText('No notifications yet.')

  await followedBy(product, 'Told', 'Telling_1')
  for (const tab of [page, other]) {
    await expect(toastsOf(tab)).toHaveText('Telling_1 started following you')
    await expect(bellOf(tab)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(bellOf(tab)).toHaveText('1')
  }
  await expect(rowsOf(other)).toHaveText(/Telling_1 started following you/)
  // The list was up to date until the notification came.
  expect(refreshes).toBe(1)
  await followedBy(product, 'Told', 'Telling_2')
  for (const tab of [page, other]) await expect(bellOf(tab)).toHaveText('2')
  await expect(rowsOf(other)).toHaveCount(2)

  await other.getByRole('button', { name: 'Mark as read: Telling_1' }).click()
  for (const tab of [page, other]) await expect(bellOf(tab)).toHaveText('1')
  await toastsOf(page).last().click()
  await expect(page).toHaveURL('/user/Telling_2')
  for (const tab of [page, other]) await expect(bellOf(tab)).toHaveAccessibleName('Notifications')
  await expect(other.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  expect(streams).toEqual({ opened: 1, open: 1 })
  expect(complaints).toEqual([[], []])
})

test('eight open tabs load their pages, and the stream outlives the tab that holds it', async ({
  context,
  page,
  product,
  signIn,
}) => {
  await signIn('Many_tabs')
  const streams = streamsOf(context)
  await open(page, '/games')
  await expect.poll(() => streams.open).toBe(1)
  const tabs: Page[] = []
  for (let tab = 0; tab < 7; tab++) {
    const next = await context.newPage()
    await open(next, '/games')
    tabs.push(next)
  }
  expect(streams).toEqual({ opened: 1, open: 1 })
  await followedBy(product, 'Many_tabs', 'Before_1')
  for (const tab of tabs) await expect(bellOf(tab)).toHaveText('1')

  await page.close()
  // This notification arrives between two holders of the stream.
  await followedBy(product, 'Many_tabs', 'Between_1')
  await followedBy(product, 'Many_tabs', 'After_1')
  for (const tab of tabs) {
    await expect(bellOf(tab)).toHaveText('3')
    await expect(toastsOf(tab).filter({ hasText: 'Between_1' })).toHaveCount(1)
  }
  expect(streams.opened).toBe(2)
})

test('a tab shows notifications that arrived between its rendering and its first message to other tabs', async ({
  context,
  page,
  product,
  signIn,
}) => {
  await signIn('Late_tab')
  await open(page, '/games')
  const late = await context.newPage()
  const release = await holdRequests(late, '**/_app/**/*.js')
  await late.goto('/games', { waitUntil: 'commit' })
  await expect(bellOf(late)).toHaveAccessibleName('Notifications')
  await followedBy(product, 'Late_tab', 'Too_early_1')
  await expect(bellOf(page)).toHaveText('1')
  release()
  await expect(bellOf(late)).toHaveText('1')
  await expect(toastsOf(late)).toHaveText('Too_early_1 started following you')
  await expect(toastsOf(page)).toHaveCount(1)
})

test('notifications missed while the stream was down are shown once when it is back', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Away')
  const proxy = await startTcpProxy(product.baseUrl)
  await open(page, `${proxy.baseUrl}/games`)
  await followedBy(product, 'Away', 'First_1')
  await expect(toastsOf(page)).toHaveText('First_1 started following you')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  proxy.cut()
  await followedBy(product, 'Away', 'Second_1')
  await expect(bellOf(page)).toHaveText('1')
  proxy.mend()
  await expect(bellOf(page)).toHaveText('2')
  await expect(toastsOf(page)).toHaveText(['Second_1 started following you'])

  // Several notifications at once are announced together.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  proxy.cut()
  for (const name of ['Third_1', 'Fourth_1', 'Fifth_1']) await followedBy(product, 'Away', name)
  proxy.mend()
  await expect(toastsOf(page)).toHaveText(['3 new notifications'])
  await expect(bellOf(page)).toHaveText('5')
  await proxy.close()
})

test('a browser without locks receives notifications as well', async ({ page, product, signIn }) => {
  await signIn('Lockless')
  await page.addInitScript('delete Navigator.prototype.locks')
  await open(page, '/games')
  await followedBy(product, 'Lockless', 'Seen_1')
  await expect(toastsOf(page)).toHaveText('Seen_1 started following you')
})

test('a user who signs out receives no more notifications, and the next user only their own', async ({
  context,
  page,
  product,
  signIn,
}) => {
  await signIn('Leaver')
  const streams = streamsOf(context)
  await open(page, '/games')
  await expect.poll(() => streams.open).toBe(1)
  await page.getByRole('button', { name: 'Account menu of Leaver' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => streams.open).toBe(0)
  await signIn('Comer')
  await open(page, '/games')
  await followedBy(product, 'Leaver', 'Not_for_1')
  await followedBy(product, 'Comer', 'Just_for_1')
  await expect(toastsOf(page)).toHaveText('Just_for_1 started following you')
})
