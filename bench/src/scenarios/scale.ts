import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@baseplate/platform/foundation/database'
import { countStatements, type StatementCounter } from '@baseplate/platform/testing/statements'
import { openPostgres } from '@baseplate/storage/database/postgres'
import type { Kysely } from 'kysely'
import { startDatabase } from '../database.ts'
import type { Measurement } from '../measurement.ts'
import { paced } from '../paced.ts'
import { type Person, type Players, seedPlayers, startPlayers } from '../players.ts'
import { processorSecondsOf } from '../processes.ts'
import { startProduct, startSite } from '../product.ts'
import { type Pages, readPage, seedReaders } from '../readers.ts'
import { type Comparison, measureScale, type Phase } from '../scale-results.ts'
import { seedGameSessions } from '../seed.ts'
import type { ServerProcess } from '../server-process.ts'

const members = 2_000

/** Number of players for each page per second that signed-in readers request. */
const playersPerPage = 700

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
export async function scale({
  players,
  places,
  seconds,
  sites: counts,
}: ScaleOptions): Promise<Measurement[]> {
  await using database = await startDatabase()
  await using ending = new AsyncDisposableStack()
  const counter = await countStatements(database.url)
  ending.defer(() => counter.close())
  const db = openPostgres<Database>(database.url)
  ending.defer(() => db.destroy())
  let requests: Pages = () => ({ path: '/', cookie: '' })
  let people: Person[] = []
  await using product = await startProduct(
    async (platform) => {
      requests = await seedReaders(platform, members)
      people = await seedPlayers(platform, players, places)
    },
    { DATABASE_URL: database.url },
  )
  await using more = new AsyncDisposableStack()
  using playing = startPlayers(people)
  const sites: Site[] = [product]
  const phase = phaseOn({ sites, requests, people, playing, counter, db, postgresPid: database.pid })
  const pages = players / playersPerPage
  const several = counts.filter((count) => count > 1).toSorted((one, other) => one - other)
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
    while (sites.length < count) {
      const started = await startSite(product)
      more.use(started.site)
      sites.push(started)
    }
    const shared = await phase({ players, pages, seconds, settle: compileSeconds })
    comparisons.push({ shared, alone: alone.get(count) ?? one })
  }
  const databaseBytes = await counter.databaseBytes()
  const scaled = { players, users: members + players, databaseBytes, idle, playersOnly }
  return measureScale(scaled, one, comparisons)
}

interface Site {
  baseUrl: string
  site: ServerProcess
}

interface Running {
  sites: readonly Site[]
  requests: Pages
  people: readonly Person[]
  playing: Players
  counter: StatementCounter
  db: Kysely<Database>
  postgresPid: number
}

interface PhaseLoad {
  players: number
  /** Pages a second of signed-in readers. */
  pages: number
  /** Measured seconds. */
  seconds: number
  /** Seconds of the same load before the measurement. */
  settle?: number
}

/** Returns a function that measures a load on the sites that are then running. Players who have started keep playing. */
function phaseOn({ sites, requests, people, playing, counter, db, postgresPid }: Running) {
  const addresses = () => sites.map(({ baseUrl }) => baseUrl)
  const used = async () => ({
    site: (await Promise.all(sites.map(({ site }) => site.cpuSeconds()))).reduce((sum, one) => sum + one),
    postgres: await processorSecondsOf([postgresPid]),
  })
  let begun = 0
  const play = async (players: number) => {
    // Seeded only now, because a session without heartbeats ends.
    await seedGameSessions({ db, now: Date.now }, people.slice(begun, players))
    begun = Math.max(begun, players)
    await playing.use(addresses(), players)
  }
  return async ({ players, pages, seconds, settle = settleSeconds }: PhaseLoad): Promise<Phase> => {
    const read = (forSeconds: number) => readPages(requests, addresses(), pages, forSeconds)
    await Promise.all([play(players), read(settle)])
    if (players > 0) await outlastBacklog(playing, read)
    playing.clear()
    await counter.reset()
    const before = await used()
    const started = performance.now()
    const got = await read(seconds)
    const after = await used()
    return {
      sites: sites.length,
      // On a busy machine, the last pages arrive after the planned time.
      seconds: (performance.now() - started) / 1000,
      ...got,
      kinds: playing.summary(),
      siteSeconds: after.site - before.site,
      postgresSeconds: after.postgres - before.postgres,
      ...(await countsOf(counter)),
    }
  }
}

/** Keeps up the load until the backlog is gone. Requests in a backlog are answered in batches, which cost less. */
async function outlastBacklog(playing: Players, load: (seconds: number) => Promise<unknown>): Promise<void> {
  const step = 3
  for (let waited = 0; waited < longestBacklogSeconds; waited += step) {
    playing.clear()
    await load(step)
    const { presence } = playing.summary()
    if (presence && presence.p50Ms < answeredMs) return
  }
}

/** Requests pages from the sites. Returns the number of responses, and the errors. */
async function readPages(
  requests: Pages,
  sites: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<{ pages: number; pageErrors: string[] }> {
  const pageErrors: string[] = []
  const started = await paced(perSecond, seconds, async (at) => {
    // At random, so that each site gets every page.
    const site = sites[randomInt(sites.length)] ?? ''
    await readPage(site, requests(at)).catch((error: Error) => pageErrors.push(error.message))
  })
  await Promise.all(started)
  return { pages: started.length - pageErrors.length, pageErrors }
}

async function countsOf(counter: StatementCounter) {
  let [statements, heartbeatStatements] = [0, 0]
  for (const { text, calls } of await counter.read()) {
    statements += calls
    if (/update playing_records set last_ping/.test(text)) heartbeatStatements += calls
  }
  return { statements, heartbeatStatements }
}
