import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hatDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import { expect } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { stock } from '../support/stock.ts'

// A smaller canvas renders faster without a graphics card.
test.use({ draws: true, viewport: { width: 320, height: 700 } })

test('a player paints the head, sees a preview before saving, and others see it soon after', async ({
  page,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const person = await signIn('Painter')
  await open(page, '/character')
  await expect(page.getByText('How others see you')).toBeVisible()
  const picture = page.getByRole('img', { name: 'How others see you' })
  const before = await picture.getAttribute('src')

  await page.getByRole('button', { name: 'Head', exact: true }).press('Enter')
  await expect(page.getByRole('group', { name: /^Colour of the head Bright yellow/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Bright red', exact: true }).check({ force: true })
  await expect(page.getByRole('group', { name: /^Colour of the head Bright red/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save colours' }).click()
  await expect(page.getByText('Colours saved')).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', before ?? '', { timeout: 20_000 })
  await expect(page.getByText('How others see you')).toBeVisible()

  const colours = await (await person.get('/asset/bodycolours/painter')).text()
  expect(colours).toContain('<int name="HeadColor">21</int>')
  expect(colours).toContain('<int name="TorsoColor">23</int>')
  expect(complaints).toEqual([])
})

test('a hat that is put on appears on the turning character', async ({ page, product, signIn }) => {
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
  await expect(page.getByRole('button', { name: 'Take off Cone' })).toBeVisible()
  await expect(page.getByText('How others see you')).toBeVisible({ timeout: 20_000 })
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
    await page.goto('/character')
    await page.getByRole('combobox', { name: 'Left leg' }).selectOption('Really black')
    await page.getByRole('button', { name: 'Save colours' }).click()
    await expect(page.getByText('Colours saved')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Left leg' })).toHaveValue('1003')
    await expect(page.getByRole('img', { name: 'How others see you' })).toBeVisible()
    await expect(page.getByText('Nothing to wear yet')).toBeVisible()
  })
})
