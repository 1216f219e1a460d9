import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startEmptySite } from '../empty-site.ts'
import { type Load, load, type Measured } from '../load.ts'
import { type Measurement, median } from '../measurement.ts'
import { processorSecondsOf } from '../processor-time.ts'
import { type Product, startProduct } from '../product.ts'
import { seedSessions, seedUsers } from '../seed.ts'
import { giveMoney, purchaseOf, seedItems } from '../shop.ts'
import { medianTurn } from '../versus.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

const buyers = 64
const makers = 100
const rounds = 3
const seconds = 8

/** Enough for 1,500 purchases a second without buying any item twice. */
const itemsPerRound = 200

/**
 * Measures 64 buyers who buy at once over HTTP, each a different item every time. The site syncs each SQLite commit,
 * and the ledger each batch of events. The peers are a SvelteKit form that does nothing, and the bare disk.
 */
export async function purchases(): Promise<Measurement[]> {
  let cookies: string[] = []
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, buyers + makers)
    cookies = await seedSessions(platform, users.slice(0, buyers))
    await seedItems(platform, users.slice(buyers), (rounds + 1) * itemsPerRound)
    await giveMoney(platform, users.slice(0, buyers))
  })
  const empty = await startEmptySite()
  try {
    const turns = await takeTurns(product, cookies, `${empty.url}?/nothing`)
    await reconcile(product)
    return measurementsOf(turns)
  } finally {
    await Promise.all([product.stop(), empty.stop()])
  }
}

/** Resources used up to a moment, in seconds. */
interface Used {
  /** Processor time of all threads of the site. */
  site: number
  ledger: number
  /** Time that the site's main thread ran. */
  ran: number
  /** Time that it waited for a processor. */
  waited: number
}

interface Turn extends Used {
  bought: Measured
  nothing: Measured
  /** Successive appends of a page, each with a sync, per second. */
  syncs: number
}

/** Measures in alternating turns. The first round is a warm-up and does not count. */
async function takeTurns(product: Product, cookies: readonly string[], nothing: string): Promise<Turn[]> {
  const turns: Turn[] = []
  const services = await product.services()
  for (let round = 0; round <= rounds; round++) {
    const before = await usedBy(product, services)
    const bought = await load(buyingLoad(product, cookies, round))
    const after = await usedBy(product, services)
    turns.push({
      bought,
      site: after.site - before.site,
      ledger: after.ledger - before.ledger,
      ran: after.ran - before.ran,
      waited: after.waited - before.waited,
      nothing: await load(form({ url: nothing, request: 'request = function() return wrk.format() end' })),
      syncs: await syncsPerSecond(),
    })
  }
  return turns.slice(1)
}

const form = (asked: Pick<Load, 'url' | 'request'>): Load => ({
  ...asked,
  connections: buyers,
  seconds,
  headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
})

/** Returns a load in which every buyer in turn buys an item, at the price on its page, and then the next item. */
function buyingLoad({ baseUrl }: Product, cookies: readonly string[], round: number): Load {
  const paths = Array.from({ length: itemsPerRound }, (_, at) => purchaseOf(round * itemsPerRound + at))
  const list = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(',')
  const request = `local cookies, paths = {${list(cookies)}}, {${list(paths)}}
  local n = -1
  request = function()
    n = n + 1
    wrk.headers["Cookie"] = cookies[n % #cookies + 1]
    return wrk.format("POST", paths[math.floor(n / #cookies) + 1], nil, "price=1")
  end`
  return form({ url: baseUrl, request })
}

async function usedBy({ site }: Product, services: readonly number[]): Promise<Used> {
  const ledger = await processorSecondsOf(services)
  return { site: await site.cpuSeconds(), ledger, ...(await site.mainThread()) }
}

async function syncsPerSecond(): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const file = await open(join(scratch, 'synced'), 'a')
  try {
    const page = Buffer.alloc(4096, 'x')
    const started = performance.now()
    let syncs = 0
    for (; performance.now() - started < 1_000; syncs++) {
      await file.write(page)
      await file.datasync()
    }
    return (syncs * 1_000) / (performance.now() - started)
  } finally {
    await file.close()
    await rm(scratch, { recursive: true })
  }
}

/** Compares the ledger with the purchases. @throws when they differ, because a speed with errors means nothing */
async function reconcile({ environment }: Product): Promise<void> {
  await run(process.execPath, ['cli/src/main.mjs', 'reconcile'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
}

function measurementsOf(turns: readonly Turn[]): Measurement[] {
  const bought = medianTurn(turns.map((turn) => turn.bought))
  const nothing = medianTurn(turns.map((turn) => turn.nothing))
  const per = (of: (turn: Turn) => number) => median(turns.map((turn) => of(turn) / turn.bought.requests))
  const syncs = median(turns.map((turn) => turn.syncs))
  return [
    {
      name: `purchases, ${buyers} buyers at once`,
      value: bought.requestsPerSecond,
      unit: 'purchases/s',
      against: 'an empty form action of SvelteKit',
      peer: nothing.requestsPerSecond,
      target: { atLeast: 300 },
    },
    ...([50, 95, 99] as const).map((percent) => ({
      name: `purchase, p${percent}`,
      value: bought[`p${percent}Ms`],
      unit: 'ms',
      against: 'an empty form action of SvelteKit',
      peer: nothing[`p${percent}Ms`],
    })),
    {
      name: 'purchase, processor time of the site',
      value: per(({ site }) => site * 1_000),
      unit: 'ms',
      against: whatLimits(turns),
    },
    {
      name: 'purchase, processor time of the ledger',
      value: per(({ ledger }) => ledger * 1_000),
      unit: 'ms',
      against: 'the site',
      peer: per(({ site }) => site * 1_000),
    },
    {
      name: 'purchases, beside successive syncs of the bare disk',
      value: bought.requestsPerSecond,
      unit: 'purchases/s',
      against: 'write and fdatasync',
      peer: syncs,
    },
  ]
}

/** Describes how the site's main thread spent its time. */
function whatLimits(turns: readonly Turn[]): string {
  const share = (of: (turn: Turn) => number) => Math.round(median(turns.map(of)) * (100 / seconds))
  const ran = share(({ ran }) => ran)
  const waited = share(({ waited }) => waited)
  return `its thread ran ${ran} %, waited for a processor ${waited} %, and for the disk or requests ${100 - ran - waited} %`
}
