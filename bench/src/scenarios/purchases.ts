import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { startEmptySite } from '../empty-site.ts'
import { type Load, load, luaList, type Measured, medianTurn } from '../load.ts'
import { figure, type Measurement, median, repeated } from '../measurement.ts'
import { processorSecondsOf } from '../processes.ts'
import { type Product, startProduct } from '../product.ts'
import { seedSessions, seedUsers } from '../seed.ts'
import { giveMoney, purchaseOf, seedItems } from '../shop.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

const buyers = 64
const makers = 100
const rounds = 3

/** Enough for 1,500 purchases a second without buying any item twice. */
const itemsPerRound = 200

/**
 * Measures 64 buyers who buy at once over HTTP, each a different item every time. The site syncs each SQLite commit,
 * and the ledger each batch of events. The peer is a SvelteKit form that does nothing.
 */
export async function purchases(): Promise<Measurement[]> {
  let cookies: string[] = []
  await using product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, buyers + makers)
    cookies = await seedSessions(platform, users.slice(0, buyers))
    await seedItems(platform, users.slice(buyers), (rounds + 1) * itemsPerRound)
    await giveMoney(platform, users.slice(0, buyers))
  })
  await using empty = await startEmptySite()
  const services = await product.services()
  const nothing = form(`${empty.url}/?/nothing`, 'request = function() return wrk.format() end')
  // The first round is a warm-up and does not count.
  const turns = await repeated(rounds + 1, async (round) => {
    const before = [await product.site.cpuSeconds(), await processorSecondsOf(services)] as const
    const bought = await load(buyingLoad(product, cookies, round))
    const after = [await product.site.cpuSeconds(), await processorSecondsOf(services)] as const
    const msOf = (part: 0 | 1) => ((after[part] - before[part]) * 1_000) / bought.requests
    return { bought, siteMs: msOf(0), ledgerMs: msOf(1), nothing: await load(nothing) }
  })
  // Compares the ledger with the purchases, because a speed with errors means nothing.
  const env = { ...process.env, ...product.environment }
  await run(process.execPath, ['cli/src/main.mjs', 'reconcile'], { cwd: root, env })
  return measurementsOf(turns.slice(1))
}

const form = (url: string, request: string): Load => ({
  url,
  request,
  connections: buyers,
  seconds: 8,
  headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
})

/** Returns a load in which every buyer in turn buys an item, at the price on its page, and then the next item. */
function buyingLoad({ baseUrl }: Product, cookies: readonly string[], round: number): Load {
  const paths = Array.from({ length: itemsPerRound }, (_, at) => purchaseOf(round * itemsPerRound + at))
  const request = `local cookies, paths = ${luaList(cookies)}, ${luaList(paths)}
  local n = -1
  request = function()
    n = n + 1
    wrk.headers["Cookie"] = cookies[n % #cookies + 1]
    return wrk.format("POST", paths[math.floor(n / #cookies) + 1], nil, "price=1")
  end`
  return form(baseUrl, request)
}

interface Turn {
  bought: Measured
  nothing: Measured
  /** Processor time of site and ledger for each purchase. */
  siteMs: number
  ledgerMs: number
}

function measurementsOf(turns: readonly Turn[]): Measurement[] {
  const bought = medianTurn(turns.map((turn) => turn.bought))
  const nothing = medianTurn(turns.map((turn) => turn.nothing))
  const action = 'an empty form action of SvelteKit'
  const siteMs = median(turns.map((turn) => turn.siteMs))
  const ledgerMs = median(turns.map((turn) => turn.ledgerMs))
  return [
    figure(`purchases, ${buyers} buyers at once`, bought.requestsPerSecond, 'purchases/s', action, {
      peer: nothing.requestsPerSecond,
      target: { atLeast: 300 },
    }),
    figure('purchase, p50', bought.p50Ms, 'ms', action, { peer: nothing.p50Ms }),
    figure('purchase, p99', bought.p99Ms, 'ms', action, { peer: nothing.p99Ms }),
    figure('purchase, processor time of the site', siteMs, 'ms', ''),
    figure('purchase, processor time of the ledger', ledgerMs, 'ms', 'the site', { peer: siteMs }),
  ]
}
