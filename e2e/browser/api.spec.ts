import { expect, type Page } from '@playwright/test'
import { expectNoFaults, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, test } from '../support/browser.ts'

test.use({ shares: true })

/**
 * Leaves the operations of two tags in the description that the page reads. Showing all of them takes most of ten seconds of a
 * processor. `tools/openapi/document.test.ts` has the whole document judged by validators.
 */
async function shorten(page: Page, tags: readonly string[]): Promise<void> {
  await page.route('**/openapi.json', async (route) => {
    const response = await route.fetch()
    const document = (await response.json()) as { paths: Record<string, Record<string, { tags?: string[] }>> }
    const isKept = ([, item]: [string, Record<string, { tags?: string[] }>]) =>
      Object.values(item).some((operation) => operation.tags?.some((tag) => tags.includes(tag)))
    const paths = Object.fromEntries(Object.entries(document.paths).filter(isKept))
    expect(Object.keys(paths).length).toBeGreaterThan(2)
    await route.fulfill({ response, json: { ...document, paths } })
  })
}

test('a visitor reads and tries the API, which everybody can read, and the page contacts no other host', async ({
  page,
  product,
}) => {
  const complaints = complaintsOf(page)
  const hosts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin)
  })
  await shorten(page, ['party', 'download'])
  await open(page, '/docs/api')
  const create = page.getByText('/party?/create', { exact: true })
  await page
    .getByRole('button', { name: 'Expand operation', exact: false })
    .first()
    .waitFor({ state: 'attached' })
  await page.locator('[data-tag="party"]').click()
  await expect(create).toBeVisible()
  await expectToFit(page, 390)
  await page.locator('[data-tag="download"]').click()
  const operation = page.locator('#operations-download-getDownload')
  await operation.getByRole('button', { name: '/download' }).first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await expect(operation.locator('pre').first()).toBeVisible()
  // Left out: `aria-allowed-role`, because the viewer's `main` element can only be demoted by a role.
  const rules = [
    'color-contrast',
    'heading-order',
    'landmark-no-duplicate-main',
    'nested-interactive',
    'select-name',
  ]
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoFaults(page, colorScheme, rules)
  }
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toContainText('"downloads"')
  expect([...hosts]).toEqual([new URL(product.baseUrl).origin])
  expect(complaints).toEqual([])
})
