import { expect } from '@playwright/test'
import { open, takeSession, test } from '../support/browser.ts'
import { register } from '../support/person.ts'

test('a new banner appears for everyone at once, and is hidden with the keyboard', async ({
  page,
  browser,
  product,
  signInFounder,
}) => {
  await signInFounder()
  const context = await browser.newContext({ baseURL: product.baseUrl })
  await takeSession(context, await register(product.baseUrl, 'Reading'), product.baseUrl)
  const theirs = await context.newPage()

  await open(page, '/admin/banners')
  await page.getByLabel('Text').fill('The servers rest on Sunday')
  await page.getByLabel('Style').selectOption('Warning')
  await page.getByLabel('Link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Create banner' }).click()
  // The help has the same text, so the error is recognized by its attribute.
  await expect(page.getByLabel('Link')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Link')).toHaveAccessibleDescription(/^Enter a path of this site/)
  await page.getByLabel('Link').fill('https://example.org/news')
  await page.getByRole('button', { name: 'Create banner' }).click()
  const announcements = page.getByRole('region', { name: 'Announcements' })
  await expect(announcements).toContainText('The servers rest on Sunday')

  await open(theirs, '/games')
  const shown = theirs.getByRole('region', { name: 'Announcements' })
  await expect(shown.getByRole('link', { name: 'Read more at example.org' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
  const hidden = theirs.waitForResponse(/\/hide$/)
  await shown.getByRole('button', { name: /^Hide/ }).press('Enter')
  await expect(shown).toHaveCount(0)
  await hidden
  await open(theirs, '/home')
  await expect(shown).toHaveCount(0)

  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(announcements).toHaveCount(0)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete banner' }).click()
  await expect(page.getByText('No banners yet.')).toBeVisible()

  await open(page, '/admin/audit')
  await page.getByLabel('Action', { exact: true }).selectOption('Created a banner')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByText('Show', { exact: true }).click()
  await expect(page.getByText('text: The servers rest on Sunday')).toBeVisible()
  const file = await page.request.get('/admin/audit/audit.csv?action=createbanner')
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2)
  await context.close()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a banner is hidden, and a flag is changed and changed back', async ({
    page,
    product,
    signInFounder,
  }) => {
    const founder = await signInFounder()
    await founder.post('/admin/banners?/create', { text: 'Read this once', link: '/games' })
    // Sign out to see the page as a visitor.
    const session = await page.context().cookies()
    await page.context().clearCookies()
    await page.goto('/games')
    await page.getByRole('button', { name: 'Hide: Read this once' }).click()
    await expect(page).toHaveURL(`${product.baseUrl}/games`)
    await expect(page.getByText('Read this once')).toHaveCount(0)
    await page.context().addCookies(session)

    await page.goto('/admin/flags')
    for (const value of ['True', 'False']) {
      await page.getByRole('textbox', { name: 'Name' }).fill('FFlagShadows')
      await page.getByLabel('Value').fill(value)
      await page.getByRole('button', { name: 'Save flag' }).click()
      await expect(page.getByText('FFlagShadows saved')).toBeVisible()
    }
    await page.getByRole('link', { name: 'History' }).click()
    await page.locator('summary', { hasText: 'Undo: set FFlagShadows to True' }).click()
    await page.locator('details[open]').getByRole('button', { name: 'Undo change' }).click()
    const changes = page.getByRole('table', { name: 'Flag history' })
    await expect(changes.getByRole('row', { name: /FFlagShadows False True Founder/ })).toBeVisible()
    await page.goto('/admin/flags')
    const inEffect = page.getByRole('table', { name: 'Active flags' })
    await expect(inEffect.getByRole('row', { name: /FFlagShadows True/ })).toBeVisible()
  })
})
