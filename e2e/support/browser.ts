import { type BrowserContext, test as base, type Page, type Response } from '@playwright/test'
import { makePlace, type Place } from './game.ts'
import { type Person, password, register, visitor } from './person.ts'
import { type Product, startDemo, startProduct } from './product.ts'

interface WorkerFixtures {
  /**
   * Who is there when a file's tests begin: nobody; the first account, the administrator's; or the people of the demo world,
   * a small one.
   */
  world: 'empty' | 'founded' | 'demo'
  /** The product of a file's tests: another file's ends. */
  productOf: (file: string) => Promise<Product>
}

interface TestFixtures {
  /** A running product, which the tests of a file share, and no others. */
  product: Product
  /** Registers somebody new and signs the test's browser in as them. */
  signIn: (username: string) => Promise<Person>
  /** Signs the test's browser in as the administrator. */
  signInFounder: () => Promise<Person>
  /** A place of somebody who is signed in, with its maker. */
  ownPlace: (username: string, name?: string) => Promise<{ maker: Person; place: Place }>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: ['founded', { option: true, scope: 'worker' }],

  productOf: [
    async ({ world }, use) => {
      let running: { file: string; product: Product } | undefined
      const end = async () => {
        if (!running) return
        const { product } = running
        running = undefined
        const code = await product.stop()
        if (code !== 0) throw new Error(`the product ended with ${code}:\n${product.output().slice(-2_000)}`)
      }
      await use(async (file) => {
        if (running?.file === file) return running.product
        await end()
        const product = world === 'demo' ? await startDemo() : await startProduct()
        running = { file, product }
        if (world === 'founded') await register(product.baseUrl, 'Founder')
        return product
      })
      await end()
    },
    { scope: 'worker' },
  ],

  product: async ({ productOf }, use, { file }) => use(await productOf(file)),

  baseURL: async ({ product }, use) => use(product.baseUrl),

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

/** The browser is signed in as the person from now on. */
export async function takeSession(context: BrowserContext, person: Person, url: string): Promise<void> {
  const [name = '', value = ''] = person.cookie?.split('=') ?? []
  await context.addCookies([{ name, value, url }])
}

/** Opens a page and waits until its script runs, so that what a test does next is done to a living page. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await alive(page)
  return response
}

/** SvelteKit's announcer of pages is there from the moment that a page's script runs. */
export const alive = (page: Page) => page.locator('#svelte-announcer').waitFor({ state: 'attached' })

/** What the browser complains of, from now on: errors in the console, and those that no script caught. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** A file of so many bytes, none like the next, for an upload. */
export const placeFile = (size: number) => ({
  name: 'harbour.rbxl',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251)),
})

/** Makes what the page sends slow, so that a test sees it on its way; answers what ends that. */
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
