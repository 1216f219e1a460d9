import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { type Measurement, median, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { startProduct } from '../product.ts'
import { seedSessions, seedUsers } from '../seed.ts'
import { startServer } from '../server-process.ts'
import { giveMoney, purchaseOf, seedItems } from '../shop.ts'

const buyers = 64
const rounds = 4
const seconds = 8

const purchasesPerSecond = 100

/** Each sale is delivered to this many webhooks: a thousand deliveries a second. */
const webhooks = 10

const purchasesPerTurn = purchasesPerSecond * seconds
const itemsPerTurn = Math.ceil(purchasesPerTurn / buyers)

/** Measures purchases at a fixed rate with ten webhooks, alternating with the same purchases without webhooks. */
export async function webhookDeliveries(): Promise<Measurement[]> {
  let cookies: string[] = []
  const product = await startProduct(
    async (platform) => {
      const users = await seedUsers(platform, buyers + 1)
      cookies = await seedSessions(platform, users)
      await seedItems(platform, users.slice(buyers), (rounds + 1) * 2 * itemsPerTurn)
      await giveMoney(platform, users.slice(0, buyers))
    },
    { BASEPLATE_CONFIG: join(import.meta.dirname, '../open-webhooks.config.ts') },
  )
  const port = String(await freePort())
  const receiver = await startServer(['bench/src/webhook-receiver.ts'], { PORT: port }, /ready/)
  try {
    const at = { site: product.baseUrl, receiver: `http://127.0.0.1:${port}/`, cookies }
    return measurementsOf(await takeTurns(at))
  } finally {
    await Promise.all([product.stop(), receiver.stop()])
  }
}

interface Addresses {
  site: string
  receiver: string
  /** Cookies of the buyers, then of the seller. */
  cookies: readonly string[]
}

interface WithWebhooks {
  /** Milliseconds of each purchase. */
  times: number[]
  /** Deliveries per second, from the first purchase to the last delivery. */
  perSecond: number
}

/** Measures in alternating turns. The first round is a warm-up and does not count. */
async function takeTurns(at: Addresses): Promise<{ without: number[]; delivered: WithWebhooks }[]> {
  const turns = []
  for (let round = 0; round <= rounds; round++) {
    const without = await buy(at, round * 2)
    const ids = await Promise.all(Array.from({ length: webhooks }, () => createWebhook(at)))
    const before = await countReceived(at)
    const started = performance.now()
    const times = await buy(at, round * 2 + 1)
    while ((await countReceived(at)) - before < purchasesPerTurn * webhooks) await delay(20)
    const perSecond = (purchasesPerTurn * webhooks * 1_000) / (performance.now() - started)
    for (const id of ids) await post(at, buyers, `/settings/webhooks/${id}?/delete`, {})
    turns.push({ without, delivered: { times, perSecond } })
  }
  return turns.slice(1)
}

/** Returns the milliseconds of each purchase. */
async function buy(at: Addresses, turn: number): Promise<number[]> {
  const calls = await paced(purchasesPerSecond, seconds, async (number) => {
    const started = performance.now()
    const item = turn * itemsPerTurn + Math.floor(number / buyers)
    const response = await post(at, number % buyers, purchaseOf(item), { price: '1' })
    if (!response.ok) throw new Error(`a purchase failed: ${response.status} ${await response.text()}`)
    return performance.now() - started
  })
  return Promise.all(calls)
}

async function createWebhook(at: Addresses): Promise<string> {
  const response = await post(at, buyers, '/settings/webhooks?/create', {
    url: at.receiver,
    events: 'item.sold',
  })
  return ((await response.json()) as { id: string }).id
}

const post = ({ site, cookies }: Addresses, cookie: number, path: string, fields: Record<string, string>) =>
  fetch(site + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json', cookie: cookies[cookie] ?? '' },
    redirect: 'manual',
  })

const countReceived = async ({ receiver }: Addresses): Promise<number> =>
  Number(await (await fetch(receiver)).text())

function measurementsOf(turns: Awaited<ReturnType<typeof takeTurns>>): Measurement[] {
  const against = 'the same without webhooks'
  const times = (percent: number) => ({
    value: median(turns.map(({ delivered }) => percentile(delivered.times, percent))),
    peer: median(turns.map(({ without }) => percentile(without, percent))),
  })
  return [
    {
      name: `deliveries of ${purchasesPerSecond} purchases a second to ${webhooks} webhooks`,
      value: median(turns.map(({ delivered }) => delivered.perSecond)),
      unit: 'deliveries/s',
      against: `${purchasesPerSecond * webhooks} accepted a second`,
      peer: purchasesPerSecond * webhooks,
      target: { atLeastShare: 0.9 },
    },
    {
      name: 'purchase beside these deliveries, p50',
      ...times(50),
      unit: 'ms',
      against,
      target: { atMostShare: 1.1 },
    },
    { name: 'purchase beside these deliveries, p99', ...times(99), unit: 'ms', against },
  ]
}
