import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hatDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import { expect } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import type { Person } from '../support/person.ts'
import { stock } from '../support/stock.ts'

test.use({
  draws: true,
  // A smaller canvas renders faster without a graphics card.
  viewport: { width: 320, height: 700 },
  // A turning character is drawn sixty times a second, so it stands still except where its turning is tested.
  contextOptions: { reducedMotion: 'reduce' },
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
  await expect(page.getByText('Others see this look.')).toBeVisible({ timeout: 20_000 })
  const before = await renderedOf(person)

  await page.getByRole('button', { name: 'Head', exact: true }).press('Enter')
  await expect(page.getByRole('group', { name: /^Colour of the head Bright yellow/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Bright red', exact: true }).check({ force: true })
  await expect(page.getByRole('group', { name: /^Colour of the head Bright red/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save colours' }).click()
  await expect(page.getByText('Colours saved')).toBeVisible()
  await headIs(21)
  await expect.poll(() => renderedOf(person), { timeout: 20_000 }).not.toBe(before)
  await expect(page.getByText('Others see this look.')).toBeVisible()

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
  const [hat] = await stock(product.dataDirectory, 'Hat_maker', [{ name: 'Cone' }])
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
  await page.getByRole('button', { name: 'Wear Party' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Delete Party' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete outfit' }).click()
  await expect(page.getByText('No outfits yet')).toBeVisible()
  await page.getByRole('link', { name: 'Wardrobe' }).click()
  await expect(page.getByRole('button', { name: 'Take off Cone' })).toBeVisible()
  expect(complaints).toEqual([])
})

/** Runs in the page, and ends when the browser has drawn this many frames. */
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
  // Loading alone would come to rest, but a turning character does not.
  for (let time = 0; time < 3; time++) expect(await standsStill()).toBe(false)
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(standsStill).toBe(true)
  expect(complaints).toEqual([])
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('each body part has a list of colours, beside a picture', async ({ page, signIn }) => {
    await signIn('Plain_painter')
    await page.goto('/character?show=colours')
    await page.getByRole('combobox', { name: 'Left leg' }).selectOption('Really black')
    await page.getByRole('button', { name: 'Save colours' }).click()
    await expect(page.getByText('Colours saved')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Left leg' })).toHaveValue('1003')
    await expect(page.getByRole('img', { name: 'How others see you' })).toBeVisible()
    await page.getByRole('link', { name: 'Outfits' }).click()
    await page.getByLabel('Save what you’re wearing as').fill('Plain')
    await page.getByRole('button', { name: 'Save outfit' }).click()
    await expect(page.getByText('Plain saved')).toBeVisible()
    await page.getByRole('link', { name: 'Wardrobe' }).click()
    await expect(page.getByText('Nothing to wear yet')).toBeVisible()
  })
})
