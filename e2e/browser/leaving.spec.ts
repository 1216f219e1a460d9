import { expect } from '@playwright/test'
import { expectNoFaultsInAnyTheme, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { password } from '../support/person.ts'

test.use({ shares: true })

const account = '/settings/account'

test('a player deletes the account, and keeps it after all', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Leaver_1')
  await open(page, account)
  await page.getByRole('button', { name: 'Delete account' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your password').fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?deleted$/)
  await expect(page.getByText('If you change your mind, sign in within 14 days.')).toBeVisible()

  await page.getByLabel('Username').fill('Leaver_1')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${account}$`))
  await expect(page.getByRole('heading', { name: 'You deleted your account' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Settings' })).toHaveCount(0)
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  await page.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
  // The browser reports the form that was refused.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([])
})

test('a player exports everything in the account', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Exporter_1')
  await open(page, account)
  await page.getByRole('button', { name: 'Make an export' }).press('Enter')
  await expect(page.getByRole('progressbar', { name: 'Making your export' })).toBeVisible()
  const link = page.getByRole('link', { name: /^Download \(/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Exporter_1-[\d-]+\.zip$/)
  expect(complaints).toEqual([])
})
