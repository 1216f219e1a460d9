import { expect } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'

test('somebody paints their head, sees it before it is saved, and others see it soon after', async ({
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
  await expect(page.getByRole('group', { name: /^Colour of the head: Bright yellow/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Bright red', exact: true }).check({ force: true })
  await expect(page.getByRole('group', { name: /^Colour of the head: Bright red/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save colours' }).click()
  await expect(page.getByText('Your colours are saved')).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', before ?? '', { timeout: 20_000 })
  await expect(page.getByText('How others see you')).toBeVisible()

  const colours = await (await person.get('/asset/bodycolours/painter')).text()
  expect(colours).toContain('<int name="HeadColor">21</int>')
  expect(colours).toContain('<int name="TorsoColor">23</int>')
  expect(complaints).toEqual([])
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('each part has a list of colours, and there is the picture', async ({ page, signIn }) => {
    await signIn('Plain_painter')
    await page.goto('/character')
    await page.getByRole('combobox', { name: 'Left leg' }).selectOption('Really black')
    await page.getByRole('button', { name: 'Save colours' }).click()
    await expect(page.getByText('Your colours are saved')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Left leg' })).toHaveValue('1003')
    await expect(page.getByRole('img', { name: 'How others see you' })).toBeVisible()
    await expect(page.getByText('There is nothing yet')).toBeVisible()
  })
})
