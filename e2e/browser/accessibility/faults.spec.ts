import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../support/accessible.ts'
import { open, test } from '../../support/browser.ts'

test.use({ shares: true })

/** Adds a style and an element to the main part of the page, as a change of the site may do. */
const add = (page: Page, css: string, html: string) =>
  page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets = [sheet]
    document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(html)})
  })()`)

// The checks skip what pages before have shown, so a fault must be found on the second page at the latest.
for (const [name, css, html, fault] of [
  [
    'in dark colours',
    '@media (prefers-color-scheme: dark) { .fault { color: #333; background: #222 } }',
    '<p class="fault">Fault</p>',
    /desktop, dark: color-contrast/,
  ],
  [
    'in high contrast',
    '[data-theme=high-contrast] .fault { color: #777; background: #000 }',
    '<p class="fault">Fault</p>',
    /high contrast: color-contrast-enhanced/,
  ],
  [
    'that only a desktop shows',
    '@media (width < 600px) { .fault { display: none } }',
    '<button class="fault"></button>',
    /desktop, dark: button-name/,
  ],
  [
    'that only a phone shows',
    '@media (width > 600px) { .fault { display: none } }',
    '<button class="fault"></button>',
    /phone, light: button-name/,
  ],
] as const)
  test(`a violation ${name} is found on a page that had none before`, async ({ page }) => {
    await open(page, '/recover')
    await expectAccessible(page)
    await add(page, css, html)
    await expect(expectAccessible(page)).rejects.toThrow(fault)
  })
