import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@baseplate/platform/database'
import { freePort } from '@baseplate/platform/testing/free-port'
import { startPostgres } from '@baseplate/platform/testing/postgres-server'
import {
  countStatements,
  type Statement,
  type StatementCounter,
} from '@baseplate/platform/testing/statements'
import { openPostgres } from '@baseplate/storage/database/postgres'
import type { Kysely } from 'kysely'
import { type BusyRoute, busiestRoutes, send } from '../busiest-routes.ts'
import { type BusiestWorld, seedBusiestWorld } from '../busiest-world.ts'
import type { Measurement } from '../measurement.ts'
import { paced } from '../paced.ts'
import { processorSecondsOf } from '../processor-time.ts'
import { startProduct } from '../product.ts'
import { type Comparison, measureScale, type Phase, type Scaled } from '../scale-results.ts'
import { seedGameSessions } from '../seed.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import type { Person } from '../swarm/player.ts'
import { type SwarmPlayers, seedPlayers, startPlayers } from '../swarm/start.ts'

const BASEPLATE_CONFIG = resolve(import.meta.dirname, '../several-sites.config.ts')

const members = 2_000

/** Number of players for each page per second that signed-in readers request. */
const playersPerPage = 700

/** Pages of the readers. */
const readers = new Set(['/games', 'place page', 'home', 'catalog', 'item', 'profile', 'notifications'])

const idleSeconds = 10

/** Time after the start for jobs to work through the new content. */
const startSeconds = 15

/** Time after a change of the load for every player to send a heartbeat. */
const settleSeconds = 16

/** Time after the start of sites until their code is compiled. */
const compileSeconds = 45

/** The backlog from the start of sites is gone once the median heartbeat is answered within this time. */
const answeredMs = 50

const longestBacklogSeconds = 60

export interface ScaleOptions {
  players: number
  places: number
  /** Measured seconds of each phase. */
  seconds: number
  /** Numbers of sites that share the load. */
  sites: readonly number[]
}

/**
 * Measures the processor time of several sites on one PostgreSQL. Each number of sites is compared with one site that
 * has all of the load, and with one site that has the share of each. Unlike throughput, processor time can be compared
 * on a machine with fewer cores than processes.
 */
export async function scale(options: ScaleOptions): Promise<Measurement[]> {
  const postgres = await startPostgres()
  const counter = await countStatements(postgres.url)
  const db = openPostgres<Database>(postgres.url)
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
  if (!world) throw new Error('no world was seeded')
  const sites: Site[] = [{ baseUrl: product.baseUrl, process: product.site }]
  const playing = await startPlayers(people)
  const phase = phaseOn({ sites, world, people, playing, counter, db, postgresPid: postgres.pid })
  const { players, seconds } = options
  const pages = players / playersPerPage
  const several = options.sites.filter((count) => count > 1).toSorted((one, other) => one - other)
  try {
    await sleep(startSeconds * 1000)
    const idle = await phase({ players: 0, pages: 0, seconds: idleSeconds, settle: 0 })
    const alone = new Map<number, Phase>()
    for (const count of several.toReversed()) {
      const share = { players: Math.round(players / count), pages: pages / count }
      alone.set(count, await phase({ ...share, seconds, settle: compileSeconds }))
    }
    const playersOnly = await phase({ players, pages: 0, seconds })
    const one = await phase({ players, pages, seconds })
    const comparisons: Comparison[] = []
    for (const count of several) {
      while (sites.length < count) sites.push(await startSite(product.environment))
      const shared = await phase({ players, pages, seconds, settle: compileSeconds })
      comparisons.push({ shared, alone: alone.get(count) ?? one })
    }
    const scaled: Scaled = {
      players,
      users: members + players,
      databaseBytes: await counter.databaseBytes(),
      idle,
      playersOnly,
    }
    return measureScale(scaled, one, comparisons)
  } finally {
    await playing.stop()
    await db.destroy()
    await counter.close()
    await Promise.all(sites.slice(1).map((site) => site.process.stop()))
    await product.stop()
    await postgres.stop()
  }
}

interface Running {
  sites: readonly Site[]
  world: BusiestWorld
  people: readonly Person[]
  playing: SwarmPlayers
  counter: StatementCounter
  db: Kysely<Database>
  postgresPid: number
}

interface Load {
  players: number
  /** Pages a second of signed-in readers. */
  pages: number
  /** Measured seconds. */
  seconds: number
  /** Seconds of the same load before the measurement. */
  settle?: number
}

/** Returns a function that measures a load on the sites that are then running. Players who have started keep playing. */
function phaseOn({ sites, world, people, playing, counter, db, postgresPid }: Running) {
  const routes = busiestRoutes(world).filter(({ name }) => readers.has(name))
  const used = async () => ({
    sites: (await Promise.all(sites.map((site) => site.process.cpuSeconds()))).reduce(
      (sum, one) => sum + one,
    ),
    postgres: await processorSecondsOf([postgresPid]),
  })
  let begun = 0
  const play = async (players: number) => {
    // Seeded only now, because a session without heartbeats ends.
    await seedGameSessions({ db, now: Date.now }, people.slice(begun, players))
    begun = players
    await playing.use(
      sites.map(({ baseUrl }) => baseUrl),
      players,
    )
  }
  return async ({ players, pages, seconds, settle = settleSeconds }: Load): Promise<Phase> => {
    await Promise.all([play(players), readPages(routes, sites, pages, settle)])
    if (players > 0) await outlastBacklog(playing, (seconds) => readPages(routes, sites, pages, seconds))
    playing.clear()
    await counter.reset()
    const before = await used()
    const started = performance.now()
    const read = await readPages(routes, sites, pages, seconds)
    const after = await used()
    const elapsed = (performance.now() - started) / 1000
    return {
      sites: sites.length,
      // On a busy machine, the last pages arrive after the planned time.
      seconds: elapsed,
      ...read,
      kinds: await playing.summary(),
      siteSeconds: after.sites - before.sites,
      postgresSeconds: after.postgres - before.postgres,
      ...countsOf(await counter.read()),
    }
  }
}

/** Keeps up the load until the backlog is gone. Requests in a backlog are answered in batches, which cost less. */
async function outlastBacklog(
  playing: SwarmPlayers,
  load: (seconds: number) => Promise<unknown>,
): Promise<void> {
  const step = 3
  for (let waited = 0; waited < longestBacklogSeconds; waited += step) {
    playing.clear()
    await load(step)
    const { presence } = await playing.summary()
    if (presence && presence.p50Ms < answeredMs) return
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
    // Spreads every route over all sites.
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
