import { type BrowserContext, test as base, type Page, type Response } from '@playwright/test'
import { emptier } from './empty.ts'
import { makePlace, type Place } from './game.ts'
import { PageKeeper } from './kept-page.ts'
import { type Person, password, register, visitor } from './person.ts'
import type { Product } from './processes.ts'
import { rendering, startProduct } from './product.ts'

interface WorkerFixtures {
  /** The users at the beginning of a file's tests: none, or only the administrator. */
  world: 'empty' | 'founded'
  /** Returns the product for a file's tests: one of its own, or the worker's usual one, emptied unless files share it. */
  productOf: (file: string, options: Options) => Promise<Product>
  /** Keeps the page that the worker's tests use one after another. */
  kept: PageKeeper
}

interface Options {
  /** Whether the product renders players and items. The same for all tests of a file. */
  renders: boolean
  /**
   * Whether a file has a product of its own, because it comments more often than an address may. The product counts that in its
   * memory.
   */
  alone: boolean
  /**
   * Whether the tests of a file share a product with other such files of the worker. Their users, places and items have
   * names of their own, and they expect nothing of whole lists. The same for all tests of a file.
   */
  shares: boolean
}

interface TestFixtures extends Options {
  /** A running product that the tests of one file have in common. */
  product: Product
  /** Registers a new user and signs the test's browser in as that user. */
  signIn: (username: string) => Promise<Person>
  /** Signs the test's browser in as the administrator. */
  signInFounder: () => Promise<Person>
  /** Creates a place of a signed-in user, and returns both. */
  ownPlace: (username: string, name?: string) => Promise<{ maker: Person; place: Place }>
}

/** A product without renders, which most files of a worker use. */
interface Usual {
  product: Product
  /** Deletes everything that its users have written. */
  empty(): Promise<void>
  /** The file that uses it, if that file does not share it. */
  owner: string | undefined
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: ['founded', { option: true, scope: 'worker' }],

  productOf: [
    async ({ world }, use) => {
      const found = async ({ baseUrl }: Product) => {
        if (world === 'founded') await register(baseUrl, 'Founder')
      }
      const stop = async (product: Product) => {
        const code = await product.stop()
        if (code !== 0) throw new Error(`the product ended with ${code}:\n${product.output().slice(-2_000)}`)
      }
      let usual: Usual | undefined
      let own: { file: string; product: Product } | undefined
      const usualOf = async (file: string, shares: boolean) => {
        const owner = shares ? undefined : file
        if (!usual) {
          const product = await startProduct()
          usual = { product, empty: emptier(product), owner }
        } else if (usual.owner === owner) return usual.product
        else await usual.empty()
        usual.owner = owner
        await found(usual.product)
        return usual.product
      }
      await use(async (file, { renders, alone, shares }) => {
        if (own && own.file !== file) {
          await stop(own.product)
          own = undefined
        }
        if (!renders && !alone) return usualOf(file, shares)
        if (own) return own.product
        const product = await startProduct(renders ? rendering : {})
        own = { file, product }
        await found(product)
        return product
      })
      for (const product of [own?.product, usual?.product]) if (product) await stop(product)
    },
    { scope: 'worker' },
  ],

  renders: [false, { option: true }],

  alone: [false, { option: true }],

  shares: [false, { option: true }],

  product: async ({ productOf, renders, alone, shares }, use, { file }) =>
    use(await productOf(file, { renders, alone, shares })),

  baseURL: async ({ product }, use) => use(product.baseUrl),

  kept: [({ browser }, use) => use(new PageKeeper(browser)), { scope: 'worker' }],

  context: async (
    { kept, product, locale, javaScriptEnabled, viewport, contextOptions, serviceWorkers },
    use,
    testInfo,
  ) => {
    const { reducedMotion } = contextOptions
    const options = { locale, javaScriptEnabled, viewport, reducedMotion, serviceWorkers }
    await use(await kept.take(product.baseUrl, options))
    await kept.giveBack(testInfo.status === testInfo.expectedStatus)
  },

  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),

  signIn: async ({ product, context }, use) =>
    use(async (username) => {
      const person = await register(product.baseUrl, username)
      await takeSession(context, person, product.baseUrl)
      return person
    }),

  signInFounder: async ({ product, context }, use) =>
    use(async () => {
      const founder = visitor(product.baseUrl)
      await founder.post('/login', { username: 'Founder', password })
      await takeSession(context, founder, product.baseUrl)
      return founder
    }),

  ownPlace: async ({ signIn }, use) =>
    use(async (username, name = 'Harbour Tycoon') => {
      const maker = await signIn(username)
      return { maker, place: await makePlace(maker, name) }
    }),
})

/**
 * Signs the browser in with the person's session, and leaves its pages. A page left open would ask for the former user's
 * notifications with the new user's session, and be refused.
 */
export async function takeSession(context: BrowserContext, person: Person, url: string): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank')
  const [name = '', value = ''] = person.cookie?.split('=') ?? []
  await context.addCookies([{ name, value, url }])
}

/** Opens a page and waits until its script runs, so that the test acts on a page that responds. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

/** Waits until a page's script runs. SvelteKit then adds its page announcer. */
export const hydrated = (page: Page) => page.locator('#svelte-announcer').waitFor({ state: 'attached' })

/** Holds the page's requests to matching addresses back. Returns a function that releases them. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Collects the browser's complaints from now on: console errors and uncaught exceptions. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Collects the launch addresses with tickets that a page asks the browser to open with an installed client. */
export async function openedBy(page: Page): Promise<string[]> {
  const opened: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.includes('ticket')) opened.push(url)
  })
  await session.send('Page.enable')
  return opened
}

/** Returns a file of this size for an upload. */
export const placeFile = (size: number) => ({
  name: 'harbour.rbxl',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251)),
})

/** Slows the page's uploads down, so that a test can observe them. Returns a function that restores the speed. */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const allow = async (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  await allow(bytesPerSecond)
  return () => allow(-1)
}

/** Returns the role and name of the focused element, as a screen reader announces them. */
export async function focused(page: Page): Promise<string> {
  const [first = ''] = (await page.locator('*:focus').ariaSnapshot()).split('\n')
  return first.replace(/^- (\/.*)?/, '').replace(/[ :]*(\[.*)?:?$/, '')
}
