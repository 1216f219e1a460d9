import { expect, type Page } from '@playwright/test'
import { hydrated, open, test } from '../support/browser.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

const document = (page: Page) => page.locator('html')

/** The setting, as opposed to the choice at the foot of every page. */
const choice = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

test('pages use the language chosen in the settings until the browser’s language is chosen again', async ({
  page,
  signIn,
}) => {
  await signIn('Polyglot')
  await open(page, '/settings')
  await expect(document(page)).toHaveAttribute('lang', 'en')
  await choice(page, 'Language').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
  await expect(document(page)).toHaveAttribute('lang', 'de')
  await expect(choice(page, 'Sprache')).toHaveValue('de')

  await hydrated(page)
  await choice(page, 'Sprache').selectOption('Wie in meinem Browser')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(choice(page, 'Language')).toHaveValue('')
})

test('saving settings in the same language keeps text typed outside the form', async ({ page, signIn }) => {
  await signIn('Monoglot')
  await open(page, '/settings')
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill('harbour')
  await page.getByLabel('About you').fill('I speak English.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(search).toHaveValue('harbour')
})

test('without JavaScript, the response to the form is in the chosen language', async ({ product }) => {
  const person = await register(product.baseUrl, 'Plain_polyglot')
  const page = new PlainPage(person, product.baseUrl, { 'accept-language': 'de-DE' })
  await page.open('/settings')
  expect(page.text('h1')).toBe('Einstellungen')
  await page.submit('Änderungen speichern', { Sprache: 'English' }, 'main')
  expect(page.text()).toContain('Profile saved')
  expect(page.text('h1')).toBe('Settings')
  expect(page.attribute('html', 'lang')).toBe('en')

  await page.submit('Save changes', { Language: 'Same as my browser' }, 'main')
  expect(page.text()).toContain('Profil gespeichert')
  // The browser does not keep English for visitors either.
  await person.post('/logout')
  await page.open('/login')
  expect(page.attribute('html', 'lang')).toBe('de')
})
