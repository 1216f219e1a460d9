import { expect } from '@playwright/test'
import { open, test } from '../support/browser.ts'

test('a refusal stands at its field, which has the focus; what was typed stays', async ({ page }) => {
  await open(page, '/register')
  const username = page.getByLabel('Username')
  const secret = page.getByLabel('Password', { exact: true })
  const again = page.getByLabel('Password again', { exact: true })
  await username.fill('founder')
  await secret.fill('correct horse battery')
  await again.fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(username).toHaveAccessibleDescription(/^This username is already in use/)
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await expect(username).toBeFocused()
  await expect(username).toHaveValue('founder')
  await expect(secret).toHaveValue('correct horse battery')

  await username.fill('Somebody_else')
  await again.fill('something else')
  await again.press('Enter')
  await expect(secret).toHaveAccessibleDescription(/^Passwords do not match/)
  await expect(secret).toBeFocused()
  await expect(username).not.toHaveAttribute('aria-invalid')
  await expect(username).toHaveValue('Somebody_else')
})

test('passwords can be looked at', async ({ page }) => {
  await open(page, '/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('a secret')
  await expect(field).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('a secret')
})

test('a full place says so in the place of Play', async ({ page, ownPlace, product, signIn }) => {
  const { maker, place } = await ownPlace('Host')
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'false', maxPlayers: '1' })
  const { ticket } = (await (await maker.post(`${place.path}?/join`)).json()) as { ticket: string }
  expect((await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)).status).toBe(200)
  await signIn('Late')
  await open(page, place.path)
  await expect(page.getByRole('button', { name: 'Full' })).toBeDisabled()
  await expect(page.getByText('1 playing')).toBeVisible()
})
