/**
 * Takes the screenshots of the README, `docs/pictures/`, in the demo world while people play in it: `npm run build &&
 * node_modules/.bin/node tools/screenshots.ts`. Needs a Chromium, as the browser tests do.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { takeSession } from '../e2e/support/browser.ts'
import { type Person, visitor } from '../e2e/support/person.ts'
import { startProduct } from '../e2e/support/product.ts'
import { chromiumPath } from './chromium.ts'

const folder = resolve(import.meta.dirname, '../docs/pictures')
const password = 'sails in the harbour'

const pictures = [
  { name: 'games', path: '/games', of: 'Ada', theme: 'light' },
  { name: 'catalog', path: '/catalog?sort=sold', of: 'Ada', theme: 'light' },
  { name: 'profile', path: '/user/Ada', of: 'Quinn', theme: 'dark' },
  { name: 'administration', path: '/admin', of: 'Harbourmaster', theme: 'light' },
] as const

async function signIn(baseUrl: string, username: string): Promise<Person> {
  const person = visitor(baseUrl)
  await person.post('/login', { username, password })
  return person
}

/** Waits until every picture is rendered. */
async function settled(administrator: Person): Promise<void> {
  for (;;) {
    const response = await administrator.get('/admin/renders')
    const { waiting, drawing } = (await response.json()) as { waiting: number; drawing: number }
    if (waiting + drawing === 0) return
    await delay(1_000)
  }
}

async function take(browser: Browser, baseUrl: string, picture: (typeof pictures)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 800 },
    colorScheme: picture.theme,
    reducedMotion: 'reduce',
  })
  await takeSession(context, await signIn(baseUrl, picture.of), baseUrl)
  const page = await context.newPage()
  await page.goto(picture.path)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${picture.name}.png`) })
  await context.close()
}

const data = await mkdtemp(join(tmpdir(), 'baseplate-screenshots-'))
const demo = await startProduct(
  { BASEPLATE_DATA: join(data, 'demo') },
  { program: ['demo/src/main.ts'], timeoutMs: 600_000 },
)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  await mkdir(folder, { recursive: true })
  await settled(await signIn(demo.baseUrl, 'Harbourmaster'))
  for (const picture of pictures) await take(browser, demo.baseUrl, picture)
} finally {
  await browser.close()
  await demo.stop()
  await rm(data, { recursive: true, force: true })
}
