import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { open, test } from './browser.ts'

/** The minified source, which a page compiles in half the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** A name of a game with as many characters as possible, most of them in one word, which breaks a layout first. */
export const longName = `${'Unbreakable'.repeat(8)} and 12 more`

/**
 * Waits for the end of colour transitions, so that every element is judged in its final colour. Endless animations, such
 * as that of a place with players, are ignored. Asking for animations applies pending styles, so a new theme needs no
 * frame.
 */
const atRest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished)
).then(() => undefined)`

/** Waits for the next frame, before which the page's scripts learn of a new size. */
const frame = 'new Promise(requestAnimationFrame).then(() => undefined)'

/**
 * Expects that axe finds no violation on the page. Other results are left out, because describing them takes longer
 * than checking.
 *
 * @param rules the rules to check; all by default
 */
export async function expectNoFaults(page: Page, where = 'the page', rules?: string[]): Promise<void> {
  await page.evaluate(atRest)
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // By default, axe parses all style sheets as well, for an experimental rule that is off.
    preload: { assets: ['media'] },
    ...(rules && { runOnly: rules }),
  }
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(faults).toEqual([])
}

/**
 * Expects no violation in any theme: the device's light and dark, and high contrast, which players choose in their
 * settings.
 */
export async function expectNoFaultsInAnyTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoFaults(page, 'light')
  // A theme changes only colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFaults(page, 'dark', ['color-contrast'])
  await expectContrast(page)
}

async function expectContrast(page: Page): Promise<void> {
  const ownTheme = await page.evaluate<string | null>('document.documentElement.dataset.theme ?? null')
  await setTheme(page, 'high-contrast')
  await expectNoFaults(page, 'high contrast', ['color-contrast', 'color-contrast-enhanced'])
  await setTheme(page, ownTheme)
}

const setTheme = (page: Page, theme: string | null) =>
  page.evaluate(
    theme === null
      ? 'delete document.documentElement.dataset.theme'
      : `document.documentElement.dataset.theme = ${JSON.stringify(theme)}`,
  )

export async function expectToFit(page: Page, width = phone.width): Promise<void> {
  await resize(page, { ...phone, width })
  const sideways = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  // Negative while a dialog is open, because the scrollbar's space stays reserved.
  expect(sideways, `pixels that the page scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
}

async function resize(page: Page, size: typeof phone): Promise<void> {
  const now = page.viewportSize()
  if (now?.width === size.width && now.height === size.height) return
  await page.setViewportSize(size)
  await page.evaluate(frame)
}

/**
 * Expects a page to fit a phone and to have no violation at either width and in any theme. Each is checked once: the
 * light theme on a phone, the dark one on a desktop.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAccessibleOnPhone(page)
  await expectAccessibleOnDesktop(page)
}

async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectToFit(page)
  await expectNoFaults(page, 'phone, light')
}

async function expectAccessibleOnDesktop(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await resize(page, desktop)
  await expectNoFaults(page, 'desktop, dark')
  await expectContrast(page)
}

/**
 * Opens an existing page: the first one by its address, later ones as a link on the previous page does. That takes half
 * the time, because the browser keeps the site's scripts and axe.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    expect((await open(page, path))?.status()).toBe(200)
    return
  }
  const response = await page.request.get(path, { headers: { accept: 'application/json' }, maxRedirects: 0 })
  expect(response.status()).toBe(200)
  await follow(page, path)
}

/** Opens a page as a link on the current page does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = document.createElement('a')
    link.href = ${JSON.stringify(path)}
    document.body.append(link)
    link.click()
    link.remove()
  })()`)
  await expect(page).toHaveURL(new URL(path, page.url()).href)
  // The address changes before the page does. The progress bar stays until the page has changed.
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
}

/**
 * Visits each of these existing pages and checks it with `expectAccessible`. The contrast of the bars around the pages is
 * checked only on the first one, because it takes as long as that of a page. Each page begins with the size at which the
 * previous one ended, and the last one ends on a desktop.
 */
export async function expectAccessibleAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      await visit(page, path)
      if (index === 1) await page.evaluate(judgeContentAlone)
      if ((paths.length - index) % 2 === 1) await expectAccessible(page)
      else {
        await expectAccessibleOnDesktop(page)
        await expectAccessibleOnPhone(page)
      }
    })
  }
}

const judgeContentAlone = `axe.configure({
  rules: ['color-contrast', 'color-contrast-enhanced'].map((id) => ({ id, selector: 'main *' })),
})`
