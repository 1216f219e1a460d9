/**
 * Runs a demo world (`npm run demo`). The first start creates it in `demo-data` or `BASEPLATE_DATA`. While it runs, people
 * play and game servers report their presence. `npm run demo -- --small` creates a tenth of it. `npm run demo -- --engine`
 * creates a tenth, too, in a folder of its own, with games to play with the engine Minetest.
 */
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runStart } from '@baseplate/cli/commands/start'
import { explain } from '@baseplate/cli/explain'
import { loadConfig } from '@baseplate/platform/config/load'
import { makeKeys } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type ConsoleLog, consoleLog } from '@baseplate/service/console-log'
import { type Running, serve } from '@baseplate/service/serve'
import { chanceFrom } from './chance.ts'
import { enginePlaces } from './engine-games.ts'
import { fill } from './fill.ts'
import { formParty } from './party.ts'
import { simulatePlayers } from './players.ts'
import { showProgress } from './progress.ts'
import { requireEngine } from './require-engine.ts'
import { simulateServers } from './servers.ts'
import { listPlaces } from './visits.ts'
import { usernames } from './words.ts'
import { administrator, moderator, password } from './world.ts'

// The data of a demo world is as private as that of a platform.
process.umask(0o077)

const root = resolve(import.meta.dirname, '../..')
const isPlayable = process.argv.includes('--engine')
const dataDirectory = resolve(
  root,
  process.env.BASEPLATE_DATA || (isPlayable ? 'demo-data-engine' : 'demo-data'),
)

const scale = isPlayable || process.argv.includes('--small') ? 0.1 : 1

/** Number of simulated players. */
const players = 80 * scale

/** Number of players in a party. */
const partySize = 4

async function configFor(directory: string) {
  // Child processes read the same configuration through these variables.
  process.env.BASEPLATE_CONFIG = resolve(root, isPlayable ? 'demo/engine.config.ts' : 'demo/demo.config.ts')
  process.env.BASEPLATE_DATA = directory
  return makeKeys(await loadConfig(root, process.env))
}

const hasFiles = (folder: string) =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )

async function start(console: ConsoleLog, stopping: AbortSignal): Promise<Running> {
  // The requests of simulated players would fill the log.
  const quiet = console.log.child({}, { level: 'warn' })
  if (process.env.DATABASE_URL) {
    throw new CannotStart('The demo world has a database of its own: unset DATABASE_URL.')
  }
  if (isPlayable) requireEngine()
  if (!(await hasFiles(dataDirectory))) {
    const time = scale < 1 ? 'less than a minute' : 'about a minute'
    process.stdout.write(`\n  Creating a small world in ${dataDirectory}. This takes ${time}.\n\n`)
    await fill(dataDirectory, configFor, { log: quiet, progress: showProgress(), scale })
  }
  const config = await configFor(dataDirectory)
  const product = await runStart(config, { ...console, log: quiet }, stopping)
  process.stdout.write(
    `  Sign in as ${administrator} (administrator) or ${moderator} (moderator).\n  All accounts have the password: ${password}\n\n`,
  )
  const leaving = new AbortController()
  if (isPlayable) await explainPlaying(config.baseUrl)
  const alive = simulate(config.baseUrl, leaving.signal)
  return {
    async close() {
      leaving.abort()
      await alive
      await product.close()
    },
  }
}

/** Keeps the world alive until the signal aborts. Servers of the engine are real, and admit real players only. */
async function simulate(baseUrl: string, signal: AbortSignal): Promise<void> {
  const party = formParty(baseUrl, usernames(partySize), signal)
  if (isPlayable) return party
  const places = await listPlaces(baseUrl)
  await Promise.all([
    party,
    simulateServers(baseUrl, places, signal),
    simulatePlayers(baseUrl, places, usernames(players), chanceFrom(Date.now()), signal),
  ])
}

/** Prints how to get from this command into a game. */
async function explainPlaying(baseUrl: string): Promise<void> {
  const names = new Set(enginePlaces.map(({ name }) => name))
  const games = (await listPlaces(baseUrl)).filter(({ name }) => names.has(name))
  const lines = games.map(({ id, slug, name }) => `       ${name}: ${baseUrl}/place/${id}/${slug}\n`).join('')
  process.stdout.write(`  To play:
    1. Install the launcher once, from ${baseUrl}/download, or with:
       curl -fO ${baseUrl}/download/launcher.deb && sudo apt install ./launcher.deb
    2. Open ${baseUrl}/login and sign in.
    3. Open a game, and press Play. Its server starts by itself:
${lines}\n`)
}

const console = await consoleLog()
try {
  await serve((stopping) => start(console, stopping))
} catch (error) {
  explain(error)
  process.exitCode = 1
} finally {
  await console.close()
}
