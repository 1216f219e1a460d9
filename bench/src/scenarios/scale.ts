import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { startPostgres } from '@baseplate/platform/testing/postgres-server'
import {
  countStatements,
  type Statement,
  type StatementCounter,
} from '@baseplate/platform/testing/statements'
import { type BusyRoute, busiestRoutes, send } from '../busiest-routes.ts'
import { type BusiestWorld, seedBusiestWorld } from '../busiest-world.ts'
import type { Measurement } from '../measurement.ts'
import { paced } from '../paced.ts'
import { processorSecondsOf } from '../processor-time.ts'
import { startProduct } from '../product.ts'
import { measureScale, type Phase, type Scaled } from '../scale-results.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import type { Person } from '../swarm/player.ts'
import { type SwarmPlayers, seedPlayers, startPlayers } from '../swarm/start.ts'

const BASEPLATE_CONFIG = resolve(import.meta.dirname, '../several-sites.config.ts')

const members = 2_000

/** Players for each page a second that signed-in readers request. */
const playersPerPage = 700

/** Pages of the readers. */
const readers = new Set(['/games', 'place page', 'home', 'catalog', 'item', 'profile', 'notifications'])

const idleSeconds = 10

/** Time after the start, in which jobs work through the new content. */
const startSeconds = 30

/** Time after a change of the load, in which the code of new sites is compiled. */
const settleSeconds = 15

export interface ScaleOptions {
  players: number
  places: number
  /** Measured seconds of each phase. */
  seconds: number
}

/**
 * Measures what one, two and four sites on one PostgreSQL take for the same players and readers. The load is the same in each
 * phase, so that its cost can be compared by processor time on a machine with fewer cores than processes.
 */
export async function scale(options: ScaleOptions): Promise<Measurement[]> {
  const postgres = await startPostgres()
  const counter = await countStatements(postgres.url)
  const worlds: BusiestWorld[] = []
  const people: Person[] = []
  const product = await startProduct(
    async (platform) => {
      worlds.push(await seedBusiestWorld(platform, members))
      people.push(...(await seedPlayers(platform, options.players, options.places)))
    },
    { DATABASE_URL: postgres.url, BASEPLATE_CONFIG },
  )
  const [world] = worlds
  if (!world) throw new Error('no world was made')
  const sites: Site[] = [{ baseUrl: product.baseUrl, process: product.site }]
  const playing = await startPlayers(people)
  const phase = phaseOn({ sites, world, playing, counter, postgresPid: postgres.pid })
  const pages = options.players / playersPerPage
  const add = async () => sites.push(await startSite(product.environment))
  try {
    await sleep(startSeconds * 1000)
    const idle = await phase(0, idleSeconds, false)
    const playersOnly = await phase(0, options.seconds)
    const one = await phase(pages, options.seconds)
    await add()
    const two = await phase(pages, options.seconds)
    await add()
    await add()
    const four = await phase(pages, options.seconds)
    const databaseBytes = await counter.databaseBytes()
    const scaled: Scaled = {
      players: people.length,
      users: members + people.length,
      databaseBytes,
      idle,
      playersOnly,
    }
    return measureScale(scaled, [one, two, four])
  } finally {
    await playing.stop()
    await counter.close()
    await Promise.all(sites.slice(1).map((site) => site.process.stop()))
    await product.stop()
    await postgres.stop()
  }
}

interface Running {
  sites: readonly Site[]
  world: BusiestWorld
  playing: SwarmPlayers
  counter: StatementCounter
  postgresPid: number
}

/** Returns a function that measures a number of pages a second, with or without players, on the sites of that moment. */
function phaseOn({ sites, world, playing, counter, postgresPid }: Running) {
  const routes = busiestRoutes(world).filter(({ name }) => readers.has(name))
  const used = async () => ({
    sites: (await Promise.all(sites.map((site) => site.process.cpuSeconds()))).reduce(
      (sum, one) => sum + one,
    ),
    postgres: await processorSecondsOf([postgresPid]),
  })
  return async (pages: number, seconds: number, plays = true): Promise<Phase> => {
    if (plays) await playing.use(sites.map(({ baseUrl }) => baseUrl))
    await readPages(routes, sites, pages, settleSeconds)
    playing.clear()
    await counter.reset()
    const before = await used()
    const started = performance.now()
    const read = await readPages(routes, sites, pages, seconds)
    const after = await used()
    const elapsed = (performance.now() - started) / 1000
    return {
      sites: sites.length,
      // The last pages of a busy machine come later.
      seconds: elapsed,
      ...read,
      kinds: plays ? await playing.summary() : {},
      siteSeconds: after.sites - before.sites,
      postgresSeconds: after.postgres - before.postgres,
      ...countsOf(await counter.read()),
    }
  }
}

interface Site {
  baseUrl: string
  process: ServerProcess
}

/** Starts another site on the same database, data directory and economy service. */
async function startSite({ ECONOMY_PORT, ...shared }: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const environment = { ...shared, ECONOMY_URL: `http://127.0.0.1:${ECONOMY_PORT}`, PORT: String(port) }
  const process = await startServer(['cli/src/main.mjs', 'site'], environment, /the site listens/)
  return { baseUrl: `http://127.0.0.1:${port}`, process }
}

/** Requests pages from the sites in turn. Returns the number of responses, and the errors. */
async function readPages(
  routes: readonly BusyRoute[],
  sites: readonly Site[],
  perSecond: number,
  seconds: number,
): Promise<{ pages: number; pageErrors: string[] }> {
  if (perSecond === 0) {
    await sleep(seconds * 1000)
    return { pages: 0, pageErrors: [] }
  }
  const pageErrors: string[] = []
  const started = await paced(perSecond, seconds, async (at) => {
    const route = routes[at % routes.length]
    // Every route meets every site.
    const site = sites[Math.floor(at / routes.length) % sites.length]
    if (!route || !site) return
    await send(site.baseUrl, route.request(at)).catch((error: Error) => pageErrors.push(error.message))
  })
  await Promise.all(started)
  return { pages: started.length - pageErrors.length, pageErrors }
}

function countsOf(statements: readonly Statement[]) {
  const sum = (some: readonly Statement[], of: (statement: Statement) => number) =>
    some.reduce((all, statement) => all + of(statement), 0)
  const heartbeats = statements.filter(({ text }) => /update playing_records set last_ping/.test(text))
  return {
    statements: sum(statements, ({ calls }) => calls),
    heartbeatStatements: sum(heartbeats, ({ calls }) => calls),
    heartbeatMicroseconds: sum(heartbeats, ({ microseconds }) => microseconds),
  }
}
