import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoFaults, expectToFit, follow } from '../support/accessible.ts'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { startProduct } from '../support/product.ts'
import { stretchedTexts } from '../support/texts.ts'

test.use({ shares: true })

const html = 'html'

test.describe('a visitor whose browser asks for German', () => {
  test.use({ locale: 'de-AT' })

  test('reads German, and English after choosing it in the footer', async ({ page }) => {
    const complaints = complaintsOf(page)
    await open(page, '/games')
    await expect(page.locator(html)).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('link', { name: 'Anmelden' }).first()).toBeVisible()
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expect(page.locator(html)).toHaveAttribute('lang', 'en')
    expect(new URL(page.url()).pathname).toBe('/games')
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    expect(complaints).toEqual([])
  })

  test('reads the language of their account after signing in', async ({ page, product, context }) => {
    const person = await register(product.baseUrl, 'Anglophile')
    await person.post('/settings?/profile', { description: '', theme: 'Automatic', language: 'en' })
    await open(page, '/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden')
    await takeSession(context, person, product.baseUrl)
    await open(page, '/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Anglophile')
  })

  test('sees the whole menu of a game on a phone', async ({ page, product, context }) => {
    const place = await makePlace(await register(product.baseUrl, 'Menu_maker'), 'Menu')
    await takeSession(context, await register(product.baseUrl, 'Menu_player'), product.baseUrl)
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, place.path)
    await page.locator('summary', { hasText: 'Weitere Aktionen' }).click()
    await expect(page.getByRole('link', { name: 'Dieses Spiel melden' })).toBeInViewport({ ratio: 1 })
  })
})

/** Returns the page's requests for texts by their route, and whether the browser's cache had the file. They end in any order. */
const requestedTexts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.startsWith('/texts/'))
      .map(({ name, transferSize }) => ({
        route: new URL(name).searchParams.get('route'),
        cached: transferSize === 0,
      }))
      .toSorted((one, other) => String(one.route).localeCompare(String(other.route))),
  )

test('a browser loads each file of texts once', async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.baseUrl })
  await open(page, '/login')
  expect(await requestedTexts(page)).toEqual([
    { route: '', cached: false },
    { route: '/login', cached: false },
  ])
  await open(page, '/games')
  expect(await requestedTexts(page)).toEqual([
    { route: '', cached: true },
    { route: '/games', cached: false },
  ])
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  expect((await requestedTexts(page))[2]).toEqual({ route: '/login', cached: true })
  await page.close()
})

test('a visitor without JavaScript chooses English and keeps it on the next page', async ({ product }) => {
  const page = new PlainPage(visitor(product.baseUrl), product.baseUrl, { 'accept-language': 'de-AT' })
  await page.open('/login')
  expect(page.text('h1')).toBe('Anmelden')
  await page.submit('English')
  expect(page.text('h1')).toBe('Sign in')
  await page.open('/games')
  expect(page.attribute('html', 'lang')).toBe('en')
})

test('pages of a language from the operator’s file fit, mirrored and with texts 40 percent longer', async ({
  page,
  context,
}) => {
  const BASEPLATE_DATA = await mkdtemp(join(tmpdir(), 'baseplate-mirrored-'))
  await mkdir(join(BASEPLATE_DATA, 'texts'))
  await writeFile(join(BASEPLATE_DATA, 'texts/ar.json'), JSON.stringify(stretchedTexts()))
  const product = await startProduct({ BASEPLATE_DATA })
  try {
    const founder = await register(product.baseUrl, 'Founder')
    const place = await makePlace(founder, 'Harbour')
    await founder.post('/settings?/profile', { description: '', theme: 'Automatic', language: 'ar' })
    await takeSession(context, founder, product.baseUrl)
    const complaints = complaintsOf(page)
    const paths = [
      '/home',
      '/games',
      place.path,
      `${place.path}/settings`,
      `${place.path}/settings/file`,
      `${place.path}/settings/servers`,
      '/catalog',
      '/character',
      '/settings',
    ]
    for (const path of [...paths, '/economy', '/user/Founder', '/admin', '/admin/moderation']) {
      if (page.url() === 'about:blank') await open(page, product.baseUrl + path)
      else await follow(page, path)
      expect(new URL(page.url()).pathname).toBe(path)
      await expect(page.locator(html)).toHaveAttribute('dir', 'rtl')
      await expectToFit(page)
      await expectNoFaults(page, path, ['html-has-lang', 'html-lang-valid', 'target-size'])
    }
    expect(complaints).toEqual([])
  } finally {
    await product.stop()
    await rm(BASEPLATE_DATA, { recursive: true })
  }
})
