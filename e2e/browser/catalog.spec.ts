import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, hydrated, open, test } from '../support/browser.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register, signIn } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { stock } from '../support/stock.ts'

test.use({ alone: true })

const balanceIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Balance' })
const priceOf = (page: Page) => page.getByRole('region', { name: 'Price' })

/** Presses the button of an item with a price, and the one of the question. */
async function buyOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click()
}

/** Sets a new price on behalf of the item's maker. */
const setPrice = (maker: Person, id: number | undefined, name: string, price: string) =>
  maker.post(`/catalog/${id}/x/settings?/update`, { name, price, forSale: 'on' })

test('an item is found and bought once, for the displayed price', async ({ page, product, signIn }) => {
  const complaints = complaintsOf(page)
  const maker = await register(product.baseUrl, 'Hatter')
  const [hat] = await stock(product, 'Hatter', [
    { name: 'Top hat', price: 30 * unit },
    { name: 'Crown', price: 400 * unit },
  ])
  await signIn('Buyer')
  await give(product, 'Buyer', 100)

  await open(page, '/catalog')
  await page.getByRole('searchbox', { name: 'Search items' }).fill('top')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/catalog?q=top')
  const order = page.getByRole('navigation', { name: 'Sort items' })
  await expect(order.getByRole('link', { name: 'Best match' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Top hat' }).click()
  await expect(page).toHaveURL(`/catalog/${hat}/Top-hat`)
  await hydrated(page)

  // A purchase is only valid at the displayed price. The page shows the new price, and keeps the typed comment.
  await setPrice(maker, hat, 'Top hat', '40.5')
  await page.getByLabel('Add a comment').fill('Not said yet')
  const buy = page.getByRole('button', { name: 'Buy', exact: true })
  await buyOn(page)
  await expect(priceOf(page).getByText('The price has changed to ◈ 40.5')).toBeVisible()
  await expect(priceOf(page)).toContainText('59.5')
  await expect(balanceIn(page)).toContainText('100')
  await expect(page.getByLabel('Add a comment')).toHaveValue('Not said yet')

  await buy.click()
  const question = page.getByRole('alertdialog', { name: 'Buy “Top hat” for ◈ 40.5?' })
  await expect(question).toContainText('You will have ◈ 59.5 left')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(buy).toBeFocused()
  await expect(balanceIn(page)).toContainText('100')
  await buy.press('Enter')
  await question.getByRole('button', { name: 'Buy' }).click({ clickCount: 10 })
  await expect(page.getByRole('status').getByText('“Top hat” is yours')).toBeVisible()
  await expect(page.getByText('You own this item')).toBeVisible()
  await expect(balanceIn(page)).toContainText('59.5')
  await expect(page.getByText('sold once')).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Not said yet')
  await open(page, '/inventory')
  await expect(page.getByRole('link', { name: 'Top hat' })).toBeVisible()
  // Owned items show no price.
  await expect(page.getByRole('main')).not.toContainText('40.5')

  await open(page, '/catalog?sort=price')
  await page.getByRole('link', { name: 'Crown' }).click()
  await expect(priceOf(page)).toContainText('◈ 340.5 more')
  await expect(buy).toHaveCount(0)
  // The pointer may rest on a card, and these hats have no model to try on.
  expect(complaints.filter((complaint) => !/400|\/character\/hat\//.test(complaint))).toEqual([])
})

test('an item that became too expensive is not offered to be bought again', async ({
  page,
  product,
  signIn,
}) => {
  const maker = await register(product.baseUrl, 'Jeweller')
  const [ring] = await stock(product, 'Jeweller', [{ name: 'Ring', price: 5 * unit }])
  await signIn('Admirer')
  await give(product, 'Admirer', 10)
  await open(page, `/catalog/${ring}/Ring`)
  await setPrice(maker, ring, 'Ring', '40')
  await buyOn(page)
  await expect(priceOf(page).getByRole('alert')).toHaveText('The price has just changed.')
  await expect(priceOf(page)).toContainText('need ◈ 30 more')
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
})

test('ten simultaneous purchases by programs buy once', async ({ product }) => {
  await register(product.baseUrl, 'Caps')
  const [cap] = await stock(product, 'Caps', [{ name: 'Cap', price: unit }])
  const buyer = await register(product.baseUrl, 'Hasty')
  await give(product, 'Hasty', 10)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => buyer.post(`/catalog/${cap}/Cap?/buy`, { price: '1' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)])
  expect(await (await buyer.get(`/catalog/${cap}/Cap`)).json()).toMatchObject({ owned: true, sold: 1 })
})

test('an item is bought and commented on, and a reply is written and deleted, with the keyboard', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const maker = await register(product.baseUrl, 'Milliner')
  const [bonnet] = await stock(product, 'Milliner', [{ name: 'Bonnet' }])
  const path = `/catalog/${bonnet}/Bonnet`
  await maker.post(`${path}?/comment`, { content: 'Do you like it?' })
  await signIn('Typist')
  await open(page, path)
  const main = page.getByRole('main')
  const tabTo = async (button: ReturnType<Page['locator']>) => {
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      if ((await button.and(page.locator(':focus')).count()) > 0) return
    }
    throw new Error('Tab does not reach the button')
  }
  await main.getByRole('link', { name: 'Milliner' }).first().focus()
  await tabTo(page.getByRole('button', { name: 'Get', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You own this item')).toBeVisible()

  await page.getByLabel('Add a comment').focus()
  await page.keyboard.type('I do')
  await tabTo(page.getByRole('button', { name: 'Comment', exact: true }))
  await page.keyboard.press('Enter')
  await expect(main.getByRole('article').filter({ hasText: 'I do' })).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toBeEmpty()

  await tabTo(main.locator('summary', { hasText: /Reply\s*to Milliner/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const field = page.getByLabel('Your reply').filter({ visible: true })
  await expect(field).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Reply', exact: true }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await page.keyboard.type('Very much')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const answer = main.getByRole('listitem').getByRole('listitem')
  await expect(answer).toContainText('Very much')
  await expect(field).toHaveCount(0)
  await answer.getByRole('button', { name: 'Delete the comment by Typist' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(answer).toHaveCount(0)
  expect(complaints.filter((complaint) => !/400|\/character\/hat\//.test(complaint))).toEqual([])
})

test('an item is found, priced, bought and commented on without JavaScript', async ({ product }) => {
  const maker = await register(product.baseUrl, 'Plain_maker')
  const [beret] = await stock(product, 'Plain_maker', [{ name: 'Beret', price: 30 * unit }])
  const shop = new PlainPage(maker, product.baseUrl)
  await shop.open(`/catalog/${beret}/Beret/settings`)
  await shop.submit('Save changes', { Description: 'French', Price: '1000' })
  expect(shop.errorAt('Price')).toMatch(/^Enter a price from 0 to 999/)
  expect(shop.valueOf('Description')).toBe('French')
  await shop.submit('Save changes', { Price: '12.25' })
  expect(shop.text()).toContain('Changes saved')

  const page = new PlainPage(await register(product.baseUrl, 'Plain_buyer'), product.baseUrl)
  await give(product, 'Plain_buyer', 20)
  await page.open('/catalog')
  await page.submit('Search items', { 'Search items': 'bere' })
  await page.follow('Beret')
  await setPrice(maker, beret, 'Beret', '13.5')
  await page.submit('Buy')
  expect(page.text('main')).toMatch(/The price has changed to ◈\s13\.5/)
  await page.submit('Buy')
  expect(page.text('main')).toContain('You own this item')
  expect(page.text('header')).toContain('6.5')

  await page.submit('Comment')
  expect(page.errorAt('Add a comment')).not.toBe('')
  await page.submit('Comment', { 'Add a comment': 'Warm' })
  await page.submit('Reply', { 'Your reply': 'And red' })
  expect(page.texts('li li')).toContainEqual(expect.stringContaining('And red'))
  await page.submit('Delete', {}, 'li li')
  expect(page.text('main')).not.toContain('And red')
})

test('the stipend is claimed, an item and a group are made, and the item is approved, without JavaScript', async ({
  product,
}) => {
  const page = new PlainPage(await register(product.baseUrl, 'Plain_potter'), product.baseUrl)
  await give(product, 'Plain_potter', 5)
  await page.open('/economy')
  await page.submit('Claim ◈ 10')
  expect(page.text('main')).toContain('You can claim again in')

  await page.open('/develop/create?type=2')
  await page.submit('Create item', { Name: 'P', Price: '1000' })
  for (const [label, message] of [
    ['File', /^Choose a file/],
    ['Name', /^Use 3 to 50 characters/],
    ['Price', /^Enter a price from 0 to 999/],
  ] as const)
    expect(page.errorAt(label)).toMatch(message)
  const shape = { width: 64, height: 64, channels: 3, background: '#a63' } as const
  const bytes = new Uint8Array(await sharp({ create: shape }).png().toBuffer())
  const picture = new File([bytes], 'pot.png', { type: 'image/png' })
  await page.submit('Create item', { Name: 'Pot shirt', Price: '1', File: picture })
  expect(page.text('main')).toContain('Create “Pot shirt” for')
  await page.submit('Create item')
  expect(page.path).toMatch(/^\/catalog\/\d{9}\/Pot-shirt$/)
  expect(page.text('main')).toContain('Waiting for approval')

  await page.open('/groups/create')
  await page.submit('Create group', { Name: 'Plain potters' })
  expect(page.text('main')).toContain('Create “Plain potters” for')
  await page.submit('Create group')
  expect(page.texts('h2')).toContain('Wall')
  await page.open('/economy')
  expect(page.texts('li').find((text) => text.includes('Created Pot shirt'))).toContain('7.5')
  expect(page.names('a')).toContain('Created the group Plain potters')

  const admin = new PlainPage(await signIn(product.baseUrl, 'Founder'), product.baseUrl)
  await admin.open('/admin/assets')
  await admin.submit(/^Claim the next/)
  await admin.submit('Approve Pot shirt')
  expect(admin.text('main')).toContain('“Pot shirt” was approved No items are waiting for approval')
  await page.open('/catalog?q=pot+shirt')
  expect(page.names('a')).toContain('Pot shirt')
})
