import { expect } from '@playwright/test'
import { open, takeSession, test } from '../support/browser.ts'
import { register, signIn, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

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
  await expect(page.getByLabel('Link')).toHaveAccessibleDescription(/^Enter a path on this site/)
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

test('a banner is hidden, and a flag is changed and changed back, without a script', async ({ product }) => {
  const founder = await signIn(product.baseUrl, 'Founder')
  await founder.post('/admin/banners?/create', { text: 'Read this once', link: '/games' })
  const guest = new PlainPage(visitor(product.baseUrl), product.baseUrl)
  await guest.open('/games')
  await guest.submit('Hide: Read this once')
  expect(guest.path).toBe('/games')
  expect(guest.text()).not.toContain('Read this once')

  const page = new PlainPage(founder, product.baseUrl)
  await page.open('/admin/flags')
  for (const Value of ['True', 'False']) {
    await page.submit('Save flag', { Name: 'FFlagShadows', Value })
    expect(page.text()).toContain('FFlagShadows saved')
  }
  await page.follow('History')
  await page.submit('Undo change', {}, 'details:has(summary:contains("set FFlagShadows to True"))')
  expect(page.texts('tr')).toContainEqual(expect.stringMatching(/FFlagShadows ?False ?True ?Founder/))
  await page.open('/admin/flags')
  expect(page.texts('tr')).toContainEqual(expect.stringMatching(/FFlagShadows ?True/))
})
