import { expect, test } from '@playwright/test'
import { freePort } from '../../platform/src/testing/free-port.ts'
import {
  type IdentityProvider,
  siteOf,
  startIdentityProvider,
} from '../../platform/src/testing/identity-provider.ts'
import { expectNoFaultsInAnyTheme, expectToFit } from '../support/accessible.ts'
import { open } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { password, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

let product: Product
let provider: IdentityProvider

test.beforeAll(async () => {
  const port = await freePort()
  const { config, environment } = siteOf(port)
  product = await startConfigured({ ...config, Registration: { Emails: true } }, environment)
  provider = await startIdentityProvider(product.baseUrl, { port })
  await register(product.baseUrl, 'Founder')
})
test.afterAll(async () => {
  await provider.stop()
  expect(await product.stop()).toBe(0)
})

test('a visitor joins with an identity provider, sets a password, and unlinks the provider', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.baseUrl })
  const page = await context.newPage()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Sign in with Example' }).click()
  await page.getByPlaceholder('Enter any login').fill('anna')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('anna')
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByLabel('Username').fill('Founder')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Username').fill('Anna')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/home')

  await open(page, '/settings/sessions')
  await expect(page.getByText('You need a password to sign out everywhere. Set one.')).toBeVisible()
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await open(page, '/settings/account')
  await expect(page.getByText('You need a password to change your email. Set one.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('link', { name: 'Set one' }).click()
  await expect(page).toHaveURL('/settings/security#password')
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByRole('button', { name: 'Unlink' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Unlink Example?' })
  await dialog.getByRole('button', { name: 'Unlink' }).press('Enter')
  await expect(dialog.getByText('Set a password first')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeVisible()
  await page.getByRole('button', { name: 'Unlink' }).press('Enter')
  await dialog.getByRole('button', { name: 'Unlink' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Link Example' })).toBeVisible()
  await context.close()
})
