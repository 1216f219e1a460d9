import { costOf, countStatements, type StatementCost } from '@baseplate/platform/testing/statements'
import { type BusyRoute, seedBusiestRoutes, send } from '../busiest-routes.ts'
import { startDatabase } from '../database.ts'
import { figure, type Measurement, repeated } from '../measurement.ts'
import { startProduct } from '../product.ts'

const users = 1_000

/** Requests before the measured ones, which fill caches and record sessions' last use. */
const before = 40
const measured = 60

/** Statements of a request that need no reason. */
const mostStatements = 6

/** Counts the statements that each of the busiest routes sends to PostgreSQL, and measures their cost and the site's. */
export async function statements(): Promise<Measurement[]> {
  await using database = await startDatabase()
  const counter = await countStatements(database.url)
  let routes: BusyRoute[] = []
  await using product = await startProduct(
    async (platform) => {
      routes = await seedBusiestRoutes(platform, users)
    },
    { DATABASE_URL: database.url },
  )
  const measurements: Measurement[] = []
  // One request after the other, so that no two share a query.
  const sendAll = (route: BusyRoute, from: number, count: number) =>
    repeated(count, (at) => send(product.baseUrl, route.request(from + at)))
  for (const route of routes) {
    await sendAll(route, 0, before)
    const rounds = await repeated(2, async (round) => {
      await counter.reset()
      const started = await product.site.cpuSeconds()
      await sendAll(route, before + round * measured, measured)
      const siteUs = (((await product.site.cpuSeconds()) - started) * 1e6) / measured
      return { cost: costOf(await counter.read(), measured), siteUs }
    })
    // A job that records many visits at once may disturb one of the rounds.
    const [least] = rounds.toSorted((one, other) => one.cost.statements - other.cost.statements)
    if (least) measurements.push(...measurementsOf(route, least.cost, least.siteUs))
  }
  await counter.close()
  return measurements
}

function measurementsOf({ name, reason }: BusyRoute, cost: StatementCost, siteUs: number): Measurement[] {
  const lines = cost.texts.map((text) => `  ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}\n`)
  process.stderr.write(`${name}\n${lines.join('')}`)
  const against = reason ?? (cost.transactions > 0 ? `in ${cost.transactions} transaction` : 'limit')
  const target = reason === undefined ? { target: { atMost: mostStatements } } : {}
  return [
    figure(`${name}: statements`, cost.statements, 'a request', against, target),
    figure(`${name}: PostgreSQL`, cost.microseconds, 'µs a request', 'planned and executed'),
    figure(`${name}: site`, siteUs, 'µs a request', 'processor time, one request at a time'),
  ]
}
