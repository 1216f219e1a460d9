import type { Browser, BrowserContext, CDPSession, Page, ViewportSize } from '@playwright/test'

/** Options of a context that cannot be changed later, or that tests change on its page. */
interface Options {
  locale: string | undefined
  javaScriptEnabled: boolean | undefined
  viewport: ViewportSize | null
  reducedMotion: 'reduce' | 'no-preference' | null | undefined
  serviceWorkers: 'allow' | 'block' | undefined
}

/** Events that tests listen to. Playwright itself listens to others. */
const requestEvents = ['request', 'requestfinished', 'requestfailed'] as const
const complaintEvents = ['console', 'pageerror'] as const

/** A context with one page, which tests use one after another. */
class KeptPage {
  readonly context: BrowserContext
  readonly #page: Page
  readonly #devTools: CDPSession
  readonly #origin: string
  readonly #options: Options
  #isSpent = false

  private constructor(page: Page, devTools: CDPSession, origin: string, options: Options) {
    this.#page = page
    this.context = page.context()
    this.#devTools = devTools
    this.#origin = origin
    this.#options = options
    this.#watch()
  }

  /** Opens a page with the options of the test that runs, which Playwright gives to each new context. */
  static async open(browser: Browser, origin: string, options: Options): Promise<KeptPage> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Page.enable')
    return new KeptPage(page, devTools, origin, options)
  }

  /** Whether the next test needs another page, because this one is closed or cannot be reset. */
  get isSpent(): boolean {
    return this.#isSpent || this.#page.isClosed()
  }

  /** Removes everything that a test has left, except the files in the browser's cache. */
  async reset(): Promise<void> {
    const { context } = this
    const page = this.#page
    for (const event of complaintEvents) page.removeAllListeners(event)
    for (const event of requestEvents) page.removeAllListeners(event)
    for (const event of requestEvents) context.removeAllListeners(event)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    // The storage of a tab can only be reached from its page. That of a failed page has no origin.
    await page.evaluate("origin === 'null' || sessionStorage.clear()")
    await page.goto('about:blank')
    await context.clearCookies()
    await context.clearPermissions()
    await this.#devTools.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: 'local_storage,indexeddb,cache_storage',
    })
    await this.#devTools.send('Page.resetNavigationHistory')
    const { viewport, reducedMotion = null } = this.#options
    await page.emulateMedia({ colorScheme: 'light', reducedMotion })
    if (viewport) await page.setViewportSize(viewport)
    // The pointer would rest on something in the next page.
    await page.mouse.move(0, 0)
  }

  /** Notices changes that cannot be reset: an opened client, a fake clock, init scripts and settings of DevTools. */
  #watch(): void {
    // A page that has opened a client ignores clicks for a while.
    this.#devTools.on('Page.frameRequestedNavigation', ({ url }) => {
      if (!/^(https?|about|blob):/.test(url)) this.#isSpent = true
    })
    const page = this.#page
    const { clock } = page
    const install = clock.install.bind(clock)
    clock.install = (options) => {
      this.#isSpent = true
      return install(options)
    }
    const addInitScript = page.addInitScript.bind(page)
    page.addInitScript = (...script) => {
      this.#isSpent = true
      return addInitScript(...script)
    }
    const newCDPSession = this.context.newCDPSession.bind(this.context)
    this.context.newCDPSession = (target) => {
      this.#isSpent = true
      return newCDPSession(target)
    }
  }
}

/**
 * Keeps a worker's page for its next test. Opening three pages takes 0.6 s of processor time on a kept page and 1.1 s in a new
 * context.
 */
export class PageKeeper {
  readonly #browser: Browser
  #wanted = ''
  #page: KeptPage | undefined

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Returns the context of the kept page if it was opened with the same options, or a new context. */
  async take(origin: string, options: Options): Promise<BrowserContext> {
    const wanted = JSON.stringify([origin, options])
    if (wanted !== this.#wanted) await this.#close()
    this.#wanted = wanted
    this.#page ??= await KeptPage.open(this.#browser, origin, options)
    return this.#page.context
  }

  /** Prepares the page for the next test. Closes it if the test failed or if it cannot be reset. */
  async giveBack(passed: boolean): Promise<void> {
    if (passed && this.#page?.isSpent === false) await this.#page.reset()
    else await this.#close()
  }

  async #close(): Promise<void> {
    await this.#page?.context.close()
    this.#page = undefined
  }
}
