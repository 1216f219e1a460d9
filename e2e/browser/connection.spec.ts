import { type BrowserContext, expect, type Page } from '@playwright/test'
import { open, test } from '../support/browser.ts'
import { password, register, visitor } from '../support/person.ts'

test.use({ shares: true })

const unreachable = 'The server can’t be reached.'

/** Makes all further requests of the browser fail. Returns a function that restores the connection. */
async function disconnect(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**', (route) => route.abort('internetdisconnected'))
  return () => context.unroute('**')
}

test('a form sent offline reports it, retains its input, and works on a retry', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('Offline')
  await open(page, '/settings')
  await page.getByLabel('About you').fill('Written on a train.')
  const reconnect = await disconnect(context)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText(unreachable)
  await expect(page.getByLabel('About you')).toHaveValue('Written on a train.')

  await reconnect()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('About you')).toHaveValue('Written on a train.')
})

test('a button pressed offline reports it, and works on a retry', async ({
  page,
  context,
  signIn,
  product,
}) => {
  await register(product.baseUrl, 'Faraway')
  await signIn('Tunnelled')
  await open(page, '/user/Faraway')
  const reconnect = await disconnect(context)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await reconnect()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText('You follow Faraway.')).toBeVisible()
})

test('a notification that cannot be marked as read leaves the page as it is', async ({
  page,
  context,
  signIn,
  product,
}) => {
  await signIn('Cut_off')
  const fan = await register(product.baseUrl, 'Cut_off_fan')
  await fan.post('/user/Cut_off?/follow')
  await open(page, '/notifications')
  const mark = page.getByRole('button', { name: 'Mark as read: Cut_off_fan' })
  const reconnect = await disconnect(context)
  await mark.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await reconnect()
  await mark.click()
  await expect(mark).toBeHidden()
})

test('a session that cannot be ended leaves the page and its input as they are', async ({
  page,
  context,
  signIn,
  product,
}) => {
  await signIn('Two_devices')
  const other = visitor(product.baseUrl)
  await other.post('/login', { username: 'Two_devices', password })
  await open(page, '/settings/sessions')
  await page.getByLabel('Your password', { exact: true }).fill('Half a password')
  const end = page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).last()
  const reconnect = await disconnect(context)
  await end.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(page.getByLabel('Your password', { exact: true })).toHaveValue('Half a password')
  await reconnect()
  await end.click()
  await expect(end).toBeHidden()
  await expect(page.getByLabel('Your password', { exact: true })).toHaveValue('Half a password')
})

test('a refused request says why and leaves the page as it is', async ({ page, signIn }) => {
  await signIn('Refused_once')
  await open(page, '/settings')
  await page.getByLabel('About you').fill('Kept')
  await page.route('**/settings?/**', (route) =>
    route.fulfill({ status: 429, json: { message: 'Slow down' } }),
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Slow down')
  await expect(page.getByLabel('About you')).toHaveValue('Kept')
})

test('Play pressed offline reports it, and works on a retry', async ({ page, context, ownPlace }) => {
  const { place } = await ownPlace('Tunnel')
  await open(page, place.path)
  const reconnect = await disconnect(context)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('alert')).toContainText(unreachable)
  await reconnect()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the search field still accepts text offline', async ({ page, context, signIn }) => {
  await signIn('Mole')
  await open(page, '/games')
  const field = page.getByRole('combobox', { name: 'Search' })
  const reconnect = await disconnect(context)
  await field.pressSequentially('mo')
  await expect(page.getByRole('option')).toHaveCount(0)
  await reconnect()
  await field.pressSequentially('l')
  await expect(page.getByRole('option')).toHaveText(['Mole'])
})

test('a page that refreshes itself recovers after the server was away', async ({
  page,
  context,
  ownPlace,
  product,
}) => {
  const { place } = await ownPlace('Patient', 'Lighthouse keeper')
  const refreshMs = 15_000
  await page.clock.install()
  await open(page, place.path)
  const reconnect = await disconnect(context)
  const attempt = page.waitForEvent('requestfailed')
  await page.clock.fastForward(refreshMs)
  await attempt
  const other = await register(product.baseUrl, 'Still_there')
  expect((await other.post(`${place.path}?/like`)).status).toBe(204)
  await expect(page.getByRole('heading', { name: 'Lighthouse keeper' })).toBeVisible()

  await reconnect()
  await page.clock.fastForward(refreshMs)
  await expect(page.getByRole('group', { name: 'Your vote' })).toContainText(/Like\s+1/)
})

/** Saves a profile on the settings page. Requests to matching addresses fail. */
async function saveWithout(page: Page, addresses: string) {
  await page.route(addresses, (route) => route.abort('connectionreset'))
  await page.goto('/settings')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('About you').fill('Written without scripts.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByLabel('About you')).toHaveValue('Written without scripts.')
}

test('a page whose script cannot be loaded stays, and its form works', async ({ page, context, signIn }) => {
  await signIn('Scriptless')
  const html = await (await context.request.get('/settings')).text()
  // The nodes of layouts come before those of pages.
  const nodes = [...html.matchAll(/nodes\/(\d+)\.[\w-]+\.js/g)]
  const [own = ''] = nodes.toSorted((one, other) => Number(other[1]) - Number(one[1]))[0] ?? []
  await saveWithout(page, `**/${own}`)
})

test('a page whose texts cannot be loaded stays, and its form works', async ({ page, signIn }) => {
  await signIn('Textless')
  await saveWithout(page, '**/texts/**')
})
