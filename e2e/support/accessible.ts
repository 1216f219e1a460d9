import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { open, test } from './browser.ts'
import { coloursOf } from './new-colours.ts'

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

const contrast = ['color-contrast']
const highContrast = ['color-contrast', 'color-contrast-enhanced']

/**
 * Expects that axe finds no violation on the page. Other results are left out, because describing them takes longer
 * than checking.
 *
 * @param rules the rules to check; all by default
 */
export async function expectNoFaults(page: Page, where = 'the page', rules?: string[]): Promise<void> {
  await page.evaluate(atRest)
  await judge(page, where, rules && { runOnly: rules })
}

async function judge(page: Page, where: string, choice: axe.RunOptions = {}): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // By default, axe parses all style sheets as well, for an experimental rule that is off.
    preload: { assets: ['media'] },
    ...choice,
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
 * Expects enough contrast, unless pages before this one had all of its colours.
 *
 * @param rules rules that judge colours
 */
export async function expectContrast(page: Page, where: string, rules = contrast): Promise<void> {
  await page.evaluate(atRest)
  const colours = await coloursOf(page)
  if (colours.areNew) await judge(page, where, { runOnly: rules })
  colours.accept()
}

/** Expects no violation of any rule. The contrast is judged only if no page before this one had all of its colours. */
async function expectAllRules(page: Page, where: string): Promise<void> {
  await page.evaluate(atRest)
  const colours = await coloursOf(page)
  await judge(page, where, colours.areNew ? {} : { rules: { 'color-contrast': { enabled: false } } })
  colours.accept()
}

/**
 * Expects no violation in any theme: the device's light and dark, and high contrast, which players choose in their
 * settings.
 */
export async function expectNoFaultsInAnyTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAllRules(page, 'light')
  // A theme changes only colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'dark')
  await expectHighContrast(page)
}

async function expectHighContrast(page: Page): Promise<void> {
  const ownTheme = await page.evaluate<string | null>('document.documentElement.dataset.theme ?? null')
  await setTheme(page, 'high-contrast')
  await expectContrast(page, 'high contrast', highContrast)
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

interface Look {
  name: string
  size: typeof phone
  colorScheme: 'light' | 'dark'
}

const onPhone: Look = { name: 'phone, light', size: phone, colorScheme: 'light' }
const onDesktop: Look = { name: 'desktop, dark', size: desktop, colorScheme: 'dark' }

/** Remembers the visible elements. */
const rememberShown = `globalThis.shownBefore = new WeakSet(
  [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
)`

/**
 * Whether an element is visible that was not when they were remembered, and that is of a new kind. Rules other than those about
 * colours look at the name, the attributes, and whether there is text.
 */
const showsMore = `(() => {
  const kinds = globalThis.kindsShown ??= new Set()
  const before = kinds.size
  for (const element of document.querySelectorAll('main *, dialog *')) {
    if (shownBefore.has(element) || !element.checkVisibility()) continue
    const { localName, className, role, type } = element
    const hasText = element.textContent.trim() !== ''
    kinds.add([localName, className, role, type, hasText, ...element.getAttributeNames().sort()].join())
  }
  return kinds.size > before
})()`

/**
 * Expects a page to fit a phone, and to have no violation at either width and in any theme: the light one on a phone, the dark one and
 * high contrast on a desktop. All rules are checked at the first width. They are checked again at the second one for the first page
 * of a document, because of the bars around it, and where the first width hides a kind of element that no page before it had.
 */
export async function expectAccessible(
  page: Page,
  widths: readonly [Look, Look] = [onPhone, onDesktop],
): Promise<void> {
  const isFirst = !(await page.evaluate<boolean>("'axe' in window"))
  for (const look of widths) {
    const { name, size, colorScheme } = look
    await page.emulateMedia({ colorScheme })
    if (look === onPhone) await expectToFit(page)
    else await resize(page, size)
    if (isFirst || look === widths[0] || (await page.evaluate<boolean>(showsMore)))
      await expectAllRules(page, name)
    else await expectContrast(page, name, [...contrast, 'scrollable-region-focusable'])
    if (look === widths[0]) await page.evaluate(rememberShown)
    if (look === onDesktop) await expectHighContrast(page)
  }
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
 * Visits each of these existing pages and checks it with `expectAccessible`. Each page begins with the size at which the previous
 * one ended, and the last one ends on a desktop.
 */
export async function expectAccessibleAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      await visit(page, path)
      const endsOnDesktop = (paths.length - index) % 2 === 1
      await expectAccessible(page, endsOnDesktop ? [onPhone, onDesktop] : [onDesktop, onPhone])
    })
  }
}
