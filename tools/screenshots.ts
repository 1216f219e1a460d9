/**
 * Takes the pictures of the README and the documentation, `docs/pictures/`, in the demo world while people play in it: `npm run
 * docs:screenshots`. Names of pictures as arguments take only those. Needs a Chromium, as the browser tests do.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { password } from '../demo/src/world.ts'
import { takeSession } from '../e2e/support/browser.ts'
import { type Person, visitor } from '../e2e/support/person.ts'
import { startProduct } from '../e2e/support/product.ts'
import { chromiumPath } from './chromium.ts'

const folder = resolve(import.meta.dirname, '../docs/pictures')

/** Maximum size of a picture. A page has several. */
const maxBytes = 60_000

/** `{game}` is the address of the first game of the list of games. */
const pictures = [
  { name: 'games', path: '/games', of: 'Ada' },
  { name: 'home', path: '/home', of: 'Ada' },
  { name: 'catalog', path: '/catalog?sort=sold', of: 'Ada' },
  { name: 'profile', path: '/user/Ada', of: 'Quinn' },
  { name: 'administration', path: '/admin', of: 'Harbourmaster' },
  { name: 'game', path: '{game}', of: 'Ada' },
  { name: 'avatar', path: '/character', of: 'Ada' },
  { name: 'game-file', path: '{game}/settings/file', of: 'Harbourmaster' },
  { name: 'statistics', path: '{game}/statistics?by=day', of: 'Harbourmaster' },
  { name: 'create', path: '/develop', of: 'Ada' },
] as const

const wanted = process.argv.slice(2)

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

async function findGame(person: Person): Promise<string> {
  const { places } = (await (await person.get('/games')).json()) as { places: { id: number; slug: string }[] }
  const [place] = places
  if (!place) throw new Error('the demo has no game')
  return `/place/${place.id}/${place.slug}`
}

async function take(browser: Browser, baseUrl: string, picture: (typeof pictures)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const person = await signIn(baseUrl, picture.of)
  await takeSession(context, person, baseUrl)
  const page = await context.newPage()
  await page.goto(picture.path.replace('{game}', await findGame(person)))
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.waitForLoadState('networkidle')
  await writeFile(join(folder, `${picture.name}.webp`), await encode(await page.screenshot()))
  await context.close()
}

/** Encodes a picture in the best quality that is small enough. */
async function encode(png: Buffer, quality = 85): Promise<Buffer> {
  const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
  return webp.length <= maxBytes || quality < 30 ? webp : encode(png, quality - 5)
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
  for (const picture of pictures)
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, demo.baseUrl, picture)
} finally {
  await browser.close()
  await demo.stop()
  await rm(data, { recursive: true, force: true })
}
