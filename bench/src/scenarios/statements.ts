import { join } from 'node:path'
import { startPostgres } from '@baseplate/platform/testing/postgres-server'
import { costOf, countStatements, type StatementCost } from '@baseplate/platform/testing/statements'
import { type BusyRoute, busiestRoutes, send } from '../busiest-routes.ts'
import { type BusiestWorld, seedBusiestWorld } from '../busiest-world.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'

const users = 1_000

/** Requests before the measured ones, which fill caches and record sessions' last use. */
const before = 40
const measured = 60

/** Statements of a request that need no reason. */
const mostStatements = 6

/** Counts the statements that each of the busiest routes sends to PostgreSQL, and measures their cost and the site's. */
export async function statements(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  const worlds: BusiestWorld[] = []
  const counter = await countStatements(postgres.url)
  const product = await startProduct(
    async (platform) => {
      worlds.push(await seedBusiestWorld(platform, users))
    },
    { DATABASE_URL: postgres.url, BASEPLATE_CONFIG: join(import.meta.dirname, '../no-rendering.config.ts') },
  )
  try {
    const [world] = worlds
    if (!world) throw new Error('no world was seeded')
    const measurements: Measurement[] = []
    for (const route of busiestRoutes(world)) {
      await sendAll(product.baseUrl, route, 0, before)
      const rounds: Round[] = []
      for (let round = 0; round < 2; round++) {
        await counter.reset()
        const started = await product.site.cpuSeconds()
        await sendAll(product.baseUrl, route, before + round * measured, measured)
        const siteUs = (((await product.site.cpuSeconds()) - started) * 1e6) / measured
        rounds.push({ cost: costOf(await counter.read(), measured), siteUs })
      }
      // A job that records many visits at once may disturb one of the rounds.
      const [least] = rounds.toSorted((one, other) => one.cost.statements - other.cost.statements)
      if (least) measurements.push(...measurementsOf(route, least))
    }
    return measurements
  } finally {
    await counter.close()
    await product.stop()
    await postgres.stop()
  }
}

interface Round {
  cost: StatementCost
  siteUs: number
}

/** Sends the requests one after the other, so that no two share a query. */
async function sendAll(baseUrl: string, { request }: BusyRoute, from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at++) await send(baseUrl, request(at))
}

function measurementsOf({ name, reason }: BusyRoute, { cost, siteUs }: Round): Measurement[] {
  const lines = cost.texts.map((text) => `  ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}\n`)
  process.stderr.write(`${name}\n${lines.join('')}`)
  return [
    {
      name: `${name}: statements`,
      value: cost.statements,
      unit: 'a request',
      against: reason ?? (cost.transactions > 0 ? `in ${cost.transactions} transaction` : 'limit'),
      ...(reason === undefined && { target: { atMost: mostStatements } }),
    },
    {
      name: `${name}: PostgreSQL`,
      value: cost.microseconds,
      unit: 'µs a request',
      against: 'planned and executed',
    },
    {
      name: `${name}: site`,
      value: siteUs,
      unit: 'µs a request',
      against: 'processor time, one request at a time',
    },
  ]
}
