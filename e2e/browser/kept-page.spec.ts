import { type Browser, expect, type Page } from '@playwright/test'
import { open, test } from '../support/browser.ts'
import { PageKeeper } from '../support/kept-page.ts'

// Each test plays two tests of a worker: the first leaves traces on the kept page, and the second looks for them.
test.use({ shares: true })

function createTests(browser: Browser, url: string) {
  const keeper = new PageKeeper(browser)
  const viewport = { width: 1280, height: 720 }
  const options = {
    locale: 'en-US',
    javaScriptEnabled: true,
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  } as const
  return async (run: (page: Page) => Promise<unknown>, passed = true) => {
    const [page] = (await keeper.take(url, options)).pages()
    if (!page) throw new Error('the context has no page')
    await run(page)
    await keeper.giveBack(passed)
    return page
  }
}

const traces = `({
  cookie: document.cookie,
  local: localStorage.length,
  typed: sessionStorage.getItem('typed'),
  width: innerWidth,
  history: history.length,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
})`

test('a test finds no traces of the previous test on its page', async ({ browser, product }) => {
  const inTest = createTests(browser, product.baseUrl)
  let requests = 0
  const first = await inTest(async (page) => {
    await open(page, '/login')
    await page.evaluate(`document.cookie = 'a=b'; localStorage.a = 'b'; sessionStorage.typed = 'b'`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
    await page.context().newPage()
    page.context().on('request', () => requests++)
    await page.route('**/games', (route) => route.abort())
  })
  const before = requests
  const second = await inTest(async (page) => {
    expect(page.url()).toBe('about:blank')
    expect(page.context().pages()).toHaveLength(1)
    expect((await open(page, '/games'))?.status()).toBe(200)
    expect(await page.evaluate(traces)).toEqual({
      cookie: '',
      local: 0,
      typed: null,
      width: 1280,
      history: 2,
      dark: false,
      still: true,
    })
  }, false)
  expect(second).toBe(first)
  expect(requests).toBe(before)
})

test('a page that cannot be reset is not kept', async ({ browser, product }) => {
  const inTest = createTests(browser, product.baseUrl)
  for (const leave of [
    (page: Page) => page.clock.install(),
    (page: Page) => page.addInitScript('globalThis.left = true'),
    (page: Page) => page.context().newCDPSession(page),
    (page: Page) => page.evaluate(`location.href = 'baseplate:play'`),
    (page: Page) => page.close(),
  ]) {
    const first = await inTest(leave)
    expect(await inTest(async () => undefined), String(leave)).not.toBe(first)
  }
  const first = await inTest(async () => undefined, false)
  expect(await inTest(async () => undefined, false), 'after a test that failed').not.toBe(first)
})
