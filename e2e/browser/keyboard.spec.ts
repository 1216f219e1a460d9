import { expect, type Page } from '@playwright/test'
import { focused, hydrated, open, test } from '../support/browser.ts'
import { makePlace, upload } from '../support/game.ts'
import { register } from '../support/person.ts'
import { stock } from '../support/stock.ts'

/** Returns all elements that Tab reaches, from the top of the page to its end. */
async function tabOrder(page: Page): Promise<string[]> {
  const order: string[] = []
  await page.keyboard.press('Tab')
  while ((await page.locator('*:focus').count()) > 0) {
    order.push(await focused(page))
    await page.keyboard.press('Tab')
    if (order.length > 100) throw new Error(`Tab does not leave the page: ${order.join(', ')}`)
  }
  return order
}

test('the first press of Tab offers to skip to the content', async ({ page }) => {
  await open(page, '/games')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search games' })).toBeFocused()
})

test('Tab reaches the whole frame in its visual order', async ({ page, ownPlace }) => {
  await ownPlace('Tabber', 'Sky ladders')
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/settings/account')
  expect(await tabOrder(page)).toEqual([
    'link "Skip to content"',
    'link "Baseplate"',
    'combobox "Search"',
    'button "Search"',
    // On a busy machine, the ledger may answer too late for the balance to be shown.
    expect.stringMatching(/^'?link "Balance/),
    'link "Create"',
    'link "Notifications"',
    'button "Account menu of Tabber"',
    'link "Home"',
    'link "Games"',
    'link "Catalog"',
    'link "Avatar"',
    'link "Friends"',
    'link "Groups"',
    'link "Create"',
    'link "Settings"',
    'link "Profile"',
    'link "Styling"',
    'link "Notifications"',
    'link "Privacy"',
    'link "Blocked and muted"',
    'link "Account"',
    'link "Security"',
    'link "Sessions"',
    'link "Storage"',
    'link "Access tokens"',
    'link "Webhooks"',
    'textbox "Username": Tabber',
    'button "Change username"',
    'button "Make an export"',
    'button "Delete account"',
    'button "English"',
    'button "Deutsch"',
    'link "Games"',
    'link "Catalog"',
  ])
})

test('Tab reaches all of a place’s page in its visual order', async ({ page, product, signIn }) => {
  const maker = await register(product.baseUrl, 'Tab_maker')
  const place = await makePlace(maker, 'Sky ladders')
  await upload({ maker, place }, Buffer.from('file'))
  await signIn('Tab_player')
  await open(page, place.path)
  const order = await tabOrder(page)
  const begin = order.indexOf('text: More actions')
  expect(order.slice(begin, order.indexOf('link "Servers"') + 1)).toEqual([
    'text: More actions',
    'link "Tab_maker"',
    'button "Play"',
    'button "Like 0"',
    'button "Dislike 0"',
    'button "Add to favourites 0"',
    'link "Share"',
    'link "About"',
    'link "Updates"',
    'link "Comments"',
    'link "Servers"',
  ])
})

test('Tab reaches all of an item’s page in its visual order', async ({ page, product, signIn }) => {
  const maker = await register(product.baseUrl, 'Tab_hatter')
  const [hat] = await stock(product, 'Tab_hatter', [{ name: 'Hat' }])
  await maker.post(`/catalog/${hat}/Hat?/comment`, { content: 'Mine' })
  await signIn('Tab_wearer')
  await open(page, `/catalog/${hat}/Hat`)
  const order = await tabOrder(page)
  expect(order.slice(order.indexOf('link "Tab_hatter"'), order.indexOf('button "English"'))).toEqual([
    'link "Tab_hatter"',
    'button "Get"',
    'button "Add to favourites 0"',
    'button "Wish list"',
    'link "Report the item Hat"',
    'textbox "Add a comment"',
    'button "Comment"',
    'link "Tab_hatter"',
    'text: Reply to Tab_hatter',
    'link "Report the comment by Tab_hatter"',
  ])
})

test('Tab reaches the bottom tabs on a phone', async ({ page, signIn }) => {
  await signIn('Thumb')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/games/create')
  const order = await tabOrder(page)
  expect(order.slice(-5)).toEqual([
    'link "Home"',
    'link "Games"',
    'link "Catalog"',
    'link "Avatar"',
    'link "Friends"',
  ])
  expect(order).toContain('button "Account menu of Thumb"')
})

test('a focused link is visibly marked', async ({ page, signIn }) => {
  await signIn('Looker')
  await open(page, '/home')
  for (const link of await page.getByRole('link').filter({ visible: true }).all()) {
    await link.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    // The whole card is the link.
    const card = page.locator('article:focus-within')
    const marked = (await card.count()) > 0 ? card : link
    await expect(marked).toHaveCSS('outline-style', 'solid')
    await expect(marked).toHaveCSS('outline-width', '3px')
  }
})

test('the account menu opens, closes by Escape, and returns the focus', async ({ page, signIn }) => {
  await signIn('Menu')
  await open(page, '/home')
  const button = page.getByRole('button', { name: 'Account menu of Menu' })
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(signOut).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signOut).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('link "Profile"')
  await page.keyboard.press('Tab')
  for (const entry of ['Favourites', 'Party', 'Inventory', 'Money', 'Settings']) {
    expect(await focused(page)).toBe(`link "${entry}"`)
    if (entry !== 'Settings') await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(signOut).toBeHidden()
})

test('a submitted form leaves the focus where it was', async ({ page, signIn }) => {
  await signIn('Writer')
  await open(page, '/settings')
  await page.getByLabel('About you').fill('I write.')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeFocused()
})

test('a new page is announced and read from its top', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Games' }).press('Enter')
  await expect(page).toHaveURL('/games')
  await expect(page.locator('#svelte-announcer')).toHaveText('Games · Baseplate')
  await hydrated(page)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('link "Skip to content"')
})
