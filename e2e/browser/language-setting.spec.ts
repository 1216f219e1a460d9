import { expect, type Page } from '@playwright/test'
import { alive, open, test } from '../support/browser.ts'

test.use({ shares: true })

const document = (page: Page) => page.locator('html')

/** The setting, as opposed to the choice at the foot of every page. */
const choice = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

test('a language chosen in the settings shows the page in it, until the browser’s is chosen again', async ({
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

  await alive(page)
  await choice(page, 'Sprache').selectOption('Wie in meinem Browser')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(choice(page, 'Language')).toHaveValue('')
})

test('a page of the same language keeps what is typed outside its form', async ({ page, signIn }) => {
  await signIn('Monoglot')
  await open(page, '/settings')
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill('harbour')
  await page.getByLabel('About you').fill('I speak English.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(search).toHaveValue('harbour')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-DE' })

  test('the response to the form is in the chosen language', async ({ page, context, signIn }) => {
    await signIn('Plain_polyglot')
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
    await choice(page, 'Sprache').selectOption('English')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await expect(document(page)).toHaveAttribute('lang', 'en')

    await choice(page, 'Language').selectOption('Same as my browser')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profil gespeichert')).toBeVisible()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('language')
  })
})
