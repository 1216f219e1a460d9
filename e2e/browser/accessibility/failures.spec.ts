import { expect } from '@playwright/test'
import { expectAccessible, expectNoFaultsInAnyTheme, expectToFit } from '../../support/accessible.ts'
import { breakTable } from '../../support/broken-database.ts'
import { open, test } from '../../support/browser.ts'

test.use({ shares: true })

test('missing and forbidden pages have no violations', async ({ page, signIn, ownPlace }) => {
  const { place } = await ownPlace('Forbidding')
  await signIn('Forbidden')
  const expected = [
    ['/nothing/here', 404, 'Page not found'],
    ['/place/1/Gone', 404, 'Page not found'],
    [`${place.path}/settings`, 403, 'You can’t open this page'],
  ] as const
  for (const [path, status, title] of expected) {
    await test.step(`${status} ${path}`, async () => {
      expect((await open(page, path))?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectAccessible(page)
    })
  }
})

test('a form that a page does not take gets a translated page', async ({ page }) => {
  await open(page, '/games')
  const response = page.waitForResponse((one) => one.request().method() === 'POST')
  await page.evaluate(`(() => {
    const form = document.createElement('form')
    form.method = 'post'
    document.body.append(form)
    form.submit()
  })()`)
  expect((await response).status()).toBe(405)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That didn’t work')
  await expect(page.getByText('Go back, reload the page and try again.')).toBeVisible()
  await expect(page.getByText('Method Not Allowed')).toHaveCount(0)
  await expect(page.getByText('include this number')).toHaveCount(0)
})

test('a failed page has no violations and says how to report the failure', async ({
  page,
  signIn,
  product,
}) => {
  await signIn('Unlucky')
  await breakTable(product, 'places', async () => {
    expect((await open(page, '/home'))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    await expect(page.getByText(/When you report this problem, include this number: [\w-]+/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a static error page appears when no page can be rendered', async ({ page, product }) => {
  await breakTable(product, 'first_account', async () => {
    // The static page runs none of the product's scripts.
    expect((await page.goto('/register'))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
    await expect(page.getByRole('link', { name: 'home page' })).toBeVisible()
    await expect(page.getByText('500', { exact: true }), 'its stylesheet is loaded').toHaveCSS(
      'font-weight',
      '700',
    )
    await expectToFit(page)
    await expectNoFaultsInAnyTheme(page)
  })
})

test.describe('in German', () => {
  test.use({ locale: 'de' })

  test('a page that fails before its session is read is translated', async ({ page, product, signIn }) => {
    await signIn('Lost_session')
    await breakTable(product, 'sessions', async () => {
      expect((await page.goto('/home'))?.status()).toBe(500)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bei uns ist etwas schiefgelaufen')
    })
  })
})
