/**
 * Makes the picture of the README, `docs/games.png`: the list of games of a platform where people play.
 *
 *     npm run build && node_modules/.bin/node tools/screenshots.ts
 *
 * Needs a Chromium, as the browser tests do.
 */
import { resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { join } from '../e2e/client/client.ts'
import { makePlace, publicKeyOf } from '../e2e/support/game.ts'
import { type Person, register } from '../e2e/support/person.ts'
import { startProduct } from '../e2e/support/product.ts'
import { chromiumPath } from './chromium.ts'

/** Makers, their games, and how many play them. The last one that is made is shown first among equals. */
const games: [maker: string, name: string, players: number][] = [
  ['kestrel', 'Paper boats', 0],
  ['Mira_O', 'The quiet library', 0],
  ['tobi', 'Marble run', 0],
  ['Sunniva', 'Cable car tycoon', 1],
  ['juniper', 'Hide and seek at the fair', 1],
  ['kestrel', 'Train town 1962', 2],
  ['Mira_O', 'Pizza night shift', 2],
  ['anders', 'Deep sea station', 3],
  ['tobi', 'Escape from the clock tower', 4],
  ['juniper', 'Snowball arena', 5],
  ['Sunniva', 'Sky ladders', 7],
  ['anders', 'Harbour tycoon', 9],
]

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  const people = new Map<string, Person>()
  const build = { publicKey: await publicKeyOf(product.dataDirectory) }
  let players = 0
  for (const [username, name, playing] of games) {
    const maker = people.get(username) ?? (await register(product.baseUrl, username))
    people.set(username, maker)
    const place = await makePlace(maker, name)
    for (let player = 0; player < playing; player++) {
      const person = await register(product.baseUrl, `player_${++players}`)
      const { ticket } = (await (await person.post(`${place.path}?/join`)).json()) as { ticket: string }
      await join(product.baseUrl, build, ticket)
    }
  }
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const [name = '', value = ''] = people.get('juniper')?.cookie?.split('=') ?? []
  await page.context().addCookies([{ name, value, url: product.baseUrl }])
  await page.goto(`${product.baseUrl}/games`)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: resolve(import.meta.dirname, '../docs/games.png') })
} finally {
  await browser.close()
  await product.stop()
}
