import { expect } from '@playwright/test'
import { expectNoFaultsInAnyTheme, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

const webhooks = '/settings/webhooks'

test('a maker creates a webhook, tests it, replaces its secret, and deletes it', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Hookmaker_1')
  await open(page, webhooks)
  await expect(page.getByText('You have no webhooks.')).toBeVisible()
  await page.getByLabel('Address').fill('http://localhost/sales')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Enter an address that starts with https://')).toBeVisible()
  await expect(page.getByText('Choose at least one event')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('http://localhost/sales')
  await expectNoFaultsInAnyTheme(page)
  await page.getByLabel('Address').fill('https://localhost/sales')
  await page.getByLabel('Sale').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = page.getByRole('group', { name: 'Signing secret' })
  await expect(secret).toBeFocused()
  const first = await secret.innerText()
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)

  await page.getByRole('link', { name: 'https://localhost/sales' }).click()
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('Sending the test event.')).toBeVisible()
  await expect(async () => {
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect(page.getByText('The address leads to a private network')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click()
  await expect(secret).toBeFocused()
  expect(await secret.innerText()).not.toBe(first)

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('You have no webhooks.')).toBeVisible()
  // The browser reports the form that was refused.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([])
})

test('a maker creates a webhook without scripts', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Hookmaker_2'), product.baseUrl)
  await page.open(webhooks)
  await page.submit('Create webhook', { Address: 'https://example.com/hook', Comment: true })
  expect(page.text()).toMatch(/whsec_\w/)
  await page.follow('https://example.com/hook')
  await page.submit('Delete', {}, 'details:has(summary:contains("Delete"))')
  expect(page.text()).toContain('You have no webhooks.')
})
