import { expect } from '@playwright/test'
import { expectNoFaultsInAnyTheme, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { sendWith } from '../support/program.ts'

test.use({ shares: true })

const tokens = '/settings/tokens'

test('a player creates an access token, copies it, and revokes it', async ({ page, signIn, product }) => {
  const complaints = complaintsOf(page)
  await page.context().grantPermissions(['clipboard-write'], { origin: product.baseUrl })
  await signIn('Scripter_1')
  await open(page, tokens)
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)

  await page.getByLabel('Name').fill('Build server')
  await page.getByLabel('Read', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Create access token' }).click()
  await expect(page.getByText('Choose at least one', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Build server')
  await page.getByLabel('Play and take part').check()
  await page.getByLabel('Read', { exact: true }).check()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const shown = page.getByRole('group', { name: 'Access token' })
  await expect(shown).toBeFocused()
  const token = await shown.innerText()
  expect(token).toMatch(/^bp_[a-z0-9]{47}$/)
  await page.getByRole('button', { name: 'Copy access token' }).click()
  await expect(page.getByText('Access token copied')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  // The form is back at its initial values.
  await expect(page.getByLabel('Read', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Play and take part')).not.toBeChecked()
  await expect(page.getByLabel('Expires after')).toHaveValue('90')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Name')).toHaveValue(token)
  await expect(page.getByText('Allows: Read, Play and take part')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  await expectToFit(page, 390)
  const send = sendWith(product.baseUrl, token)
  expect((await send('GET', '/home')).status).toBe(200)

  await open(page, tokens)
  await expect(shown).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Build server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  expect((await send('GET', '/home')).status).toBe(401)
  // The browser reports the form that was refused.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([])
})

test('a player creates an access token without scripts', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Scripter_2'), product.baseUrl)
  await page.open(tokens)
  await page.submit('Create access token', { Name: 'Script' })
  expect(page.text('main')).toMatch(/bp_[a-z0-9]{47}/)
  expect(page.text('main')).toContain('Allows: Read')
})
