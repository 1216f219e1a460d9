import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hatDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { stock } from '../support/stock.ts'

test.use({
  renders: true,
  // A smaller canvas renders faster without a graphics card.
  viewport: { width: 320, height: 700 },
})

const renderedOf = async (person: Person) =>
  ((await (await person.get('/character')).json()) as { drawn: number | null }).drawn

test('a player paints the head, sees it before saving, others see it soon after, and undoes it', async ({
  page,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const person = await signIn('Painter')
  const headIs = async (colour: number) =>
    expect
      .poll(async () => (await person.get('/asset/bodycolours/painter')).text())
      .toContain(`<int name="HeadColor">${colour}</int>`)
  await open(page, '/character?show=colours')
  await expect(page.getByText('This is how others see you.')).toBeVisible({ timeout: 60_000 })
  const before = await renderedOf(person)

  await page.getByRole('button', { name: 'Head', exact: true }).press('Enter')
  await expect(page.getByRole('group', { name: /^Colour of the head Bright yellow/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Bright red', exact: true }).check({ force: true })
  await expect(page.getByRole('group', { name: /^Colour of the head Bright red/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save colours' }).click()
  await expect(page.getByText('Colours saved')).toBeVisible()
  await headIs(21)
  await expect.poll(() => renderedOf(person), { timeout: 60_000 }).not.toBe(before)
  await expect(page.getByText('This is how others see you.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('group', { name: /^Colour of the head Bright yellow/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await headIs(24)
  expect(complaints).toEqual([])
})

test('a click puts a hat on the character, with undo, and an outfit brings it back', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  await signIn('Hat_maker')
  const [hat] = await stock(product, 'Hat_maker', [{ name: 'Cone' }])
  const cone = meshText(
    lathe([
      [0, 1],
      [0.6, 0],
    ]),
  )
  const document = hatDocument({ binary: cone.toString('base64') })
  await mkdir(join(product.dataDirectory, 'assets'), { recursive: true })
  await writeFile(join(product.dataDirectory, 'assets', String(hat)), document)
  await open(page, '/character')
  const onFigure = page.waitForResponse(`**/character/hat/${hat}`)
  await page.getByRole('button', { name: 'Wear Cone' }).click()
  expect((await onFigure).status()).toBe(200)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take off Cone' })).toBeVisible()

  await page.getByRole('link', { name: 'Outfits' }).click()
  await page.getByLabel('Save what you’re wearing as').fill('Party')
  await page.getByRole('button', { name: 'Save outfit' }).click()
  await expect(page.getByRole('button', { name: 'Wear Party' })).toBeVisible()
  await undo.click()
  await expect(undo).toHaveCount(0)
  await page.getByRole('button', { name: 'Share Party' }).click()
  await expect(page.getByRole('button', { name: 'Stop sharing Party' })).toBeVisible()
  await expect(page.getByText('1 item · On your profile')).toBeVisible()
  await page.getByRole('button', { name: 'Wear Party' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Delete Party' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete outfit' }).click()
  await expect(page.getByText('No outfits yet')).toBeVisible()
  await page.getByRole('link', { name: 'Wardrobe' }).click()
  await expect(page.getByRole('button', { name: 'Take off Cone' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an item is filtered, tried on, kept, bought and worn, and a look of another player is bought at once', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const model = await register(product.baseUrl, 'Model')
  const [cap, veil] = await stock(product, 'Model', [
    { name: 'Blue cap', price: 2 * unit },
    { name: 'Dear veil', price: 900 * unit },
  ])
  const person = await signIn('Shopper')
  await give(product, 'Shopper', 5)

  await open(page, '/catalog?q=e')
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByLabel('Maximum price').fill('10')
  await page.getByLabel('Creator').fill('model')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL('/catalog?q=e&max=10&creator=model')
  await open(page, '/catalog?max=10&creator=model')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Remove filter: by model' })).toBeVisible()

  const figure = page.getByRole('img', { name: 'Your avatar trying it on' })
  await cards.getByRole('button', { name: 'Try on Blue cap' }).click()
  await expect(figure.locator('canvas')).toBeVisible()
  await cards.getByRole('button', { name: 'Try on Blue cap' }).click()
  await expect(figure).toHaveCount(0)

  await cards.getByRole('link', { name: 'Blue cap' }).click()
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  const wish = page.getByRole('button', { name: 'Wish list' })
  await wish.click()
  await expect(wish).toHaveAttribute('aria-pressed', 'true')
  const wished = async () => (await person.get('/favourites?show=wishlist')).json()
  expect(await wished()).toMatchObject({ assets: [{ id: cap, owned: false }] })
  await page.getByRole('button', { name: 'Try on', exact: true }).click()
  await expect(figure.locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Wear now' }).click()
  await expect(page.getByRole('button', { name: 'Take off' })).toBeVisible()
  await expect(figure).toBeVisible()
  await expect(page.getByRole('region', { name: 'Worn by' })).toContainText('Shopper')
  expect(await (await person.get('/favourites')).json()).toMatchObject({ assets: [{ id: cap, owned: true }] })
  expect(await wished()).toMatchObject({ assets: [] })
  const [boots] = await stock(product, 'Model', [{ name: 'Boots', price: 3 * unit, type: 12 }])
  for (const id of [cap, boots]) await model.post('/character?/wear', { id: String(id) })
  await open(page, '/user/Model')
  await expect(page.getByText('You’re missing 1 item (◈ 3)')).toBeVisible()
  await page.getByRole('button', { name: 'Wear this look' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy and wear' }).click()
  await expect(page.getByText('You’re wearing Model’s look')).toBeVisible()
  await model.post('/character?/wear', { id: String(veil) })
  await expectTooDear(person)
  // The stocked items have no files.
  expect(complaints.filter((complaint) => !complaint.includes('/character/'))).toEqual([])
})

/** Expects that Model's look is not bought at a wrong price, and that its page links to the balance, which is too low. */
async function expectTooDear(person: Person): Promise<void> {
  const answer = await person.post('/user/model?/wearlook', { price: '0' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ codes: { price: 'catalog.price_changed' } })
  // On a busy machine, a page may be sent before the balance arrives.
  const page = async () => (await person.get('/user/model', 'text/html')).text()
  await expect.poll(page).toContain('View your balance')
}

/** Runs in the page until the browser has painted six frames. */
const framesLater = `(async () => {
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
})()`

test('the character turns by itself, or only by its buttons when reduced motion is preferred', async ({
  page,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  await signIn('Turner')
  const figure = page.getByRole('img', { name: '3D preview of your avatar' })
  const pixels = async () => (await figure.screenshot()).toString('base64')
  const standsStill = async () => {
    const before = await pixels()
    await page.evaluate(framesLater)
    return before === (await pixels())
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/character')
  await expect.poll(standsStill).toBe(true)
  const before = await pixels()
  await page.getByRole('button', { name: 'Turn left' }).press('Enter')
  await expect.poll(pixels).not.toBe(before)
  await expect.poll(standsStill).toBe(true)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  // A page that is only loading would come to rest, but a turning character does not.
  for (let time = 0; time < 3; time++) expect(await standsStill()).toBe(false)
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(standsStill).toBe(true)
  expect(complaints).toEqual([])
})

test('an administrator finds why a render failed', async ({ page, product, signInFounder }) => {
  const founder = await signInFounder()
  const [shirt] = await stock(product, 'Founder', [{ name: 'Invisible Shirt', type: 11 }])
  const empty = '<roblox version="4"><Item class="Shirt"><Properties></Properties></Item></roblox>'
  await mkdir(join(product.dataDirectory, 'assets'), { recursive: true })
  await writeFile(join(product.dataDirectory, 'assets', String(shirt)), empty)
  await founder.post(`/catalog/${shirt}/x?/rerender`)
  const failed = async () =>
    ((await (await founder.get('/admin')).json()) as { attention: { what: string }[] }).attention
  await expect.poll(failed).toContainEqual(expect.objectContaining({ what: 'renders' }))
  await open(page, '/admin')
  await page.getByRole('link', { name: /renders? failed/ }).click()
  await expect(page.getByRole('row', { name: /Invisible Shirt/ })).toContainText('has no picture')
})

test('the character page has no violations', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('a_very_long_username2')
  expect((await open(page, '/character'))?.status()).toBe(200)
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('each body part has a list of colours, beside a picture, without a script', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Plain_painter'), product.baseUrl)
  await page.open('/character?show=colours')
  await page.submit('Save colours', { 'Left leg': 'Really black' })
  expect(page.text()).toContain('Colours saved')
  expect(page.valueOf('Left leg')).toBe('1003')
  expect(page.names('img')).toContain('How others see you')
  await page.follow('Outfits')
  await page.submit('Save outfit', { 'Save what you’re wearing as': 'Plain' })
  expect(page.text()).toContain('Plain saved')
  await page.follow('Wardrobe')
  expect(page.text('main')).toContain('Nothing to wear yet')
  expect(page.linkTo('See free items')).toBe('/catalog?free=on')
})
