import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { hashPassword } from '@baseplate/platform/accounts/passwords/password-hash'
import { type Measurement, median, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { type Product, startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'

/** Measured logins of each kind. The kinds alternate. */
const samples = 300
const loginsPerSecond = 50
const seconds = 10
const pingsPerSecond = 200
const players = 1_000
const password = 'correct horse battery'

/** The environment of a product that trusts the client addresses stated in requests. */
const behindProxy = { BASEPLATE_CONFIG: resolve(import.meta.dirname, '../behind-proxy.config.ts') }

/**
 * Measures whether the duration of a login reveals that a name exists, and how 50 logins a second affect players. Each
 * login hashes a password.
 */
export async function login(): Promise<Measurement[]> {
  let tickets: string[] = []
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, players)
    const [place = 0] = await seedPlaces(platform, users[0] ?? '', 1)
    tickets = await seedTickets(platform, users, place, 'playing')
    await platform.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
  }, behindProxy)
  try {
    return [...(await distributions(product)), ...(await underLogins(product, tickets))]
  } finally {
    await product.stop()
  }
}

/** Measures wrong passwords for existing and for missing names. */
async function distributions(product: Product): Promise<Measurement[]> {
  const known: number[] = []
  const unknown: number[] = []
  for (let at = -20; at < samples; at++) {
    const pair: [string, number[]][] = [
      [`player_${Math.abs(at)}`, known],
      [`nobody_${Math.abs(at)}`, unknown],
    ]
    // Swapped every other time, because the first login of a pair may slow down the second.
    if (at % 2 === 0) pair.reverse()
    for (const [username, times] of pair) {
      const ms = await attempt(product, username, 'wrong', 400)
      if (at >= 0) times.push(ms)
    }
  }
  const distinguished = distinguishable(known, unknown)
  return [
    {
      name: 'login of a known name, wrong password, median',
      value: median(known),
      unit: 'ms',
      against: 'an unknown name',
      peer: median(unknown),
    },
    {
      name: 'login of a known name, wrong password, p95',
      value: percentile(known, 95),
      unit: 'ms',
      against: 'an unknown name',
      peer: percentile(unknown, 95),
    },
    {
      name: 'names told apart by the time of one login (50 % is chance)',
      value: distinguished * 100,
      unit: '%',
      against: `the area under the curve, ${samples} logins of each`,
      target: { atMost: 55 },
    },
  ]
}

/** Measures heartbeats during logins and without them. */
async function underLogins(product: Product, tickets: readonly string[]): Promise<Measurement[]> {
  const heartbeats = (forSeconds: number) => sendHeartbeats(product, tickets, forSeconds)
  await heartbeats(2)
  const quiet = await heartbeats(seconds)
  const [busy, logins] = await Promise.all([
    heartbeats(seconds),
    paced(loginsPerSecond, seconds, (at) =>
      // An overloaded platform refuses logins. The number of refusals is measured.
      attempt(product, `player_${at % players}`, password, 302).catch(() => undefined),
    ),
  ])
  const times = (await Promise.all(logins)).filter((ms) => ms !== undefined)
  return [
    {
      name: `client presence during ${loginsPerSecond} logins/s, p99`,
      value: busy,
      unit: 'ms',
      against: `without logins ${quiet.toFixed(1)} ms`,
      target: { atMost: 25 },
    },
    {
      name: `login during ${loginsPerSecond} logins/s, median`,
      value: median(times),
      unit: 'ms',
      against: `p95 ${percentile(times, 95).toFixed(0)} ms`,
    },
    {
      name: `logins that were done, of ${loginsPerSecond} a second`,
      value: times.length,
      unit: 'logins',
      against: 'all that came',
      peer: logins.length,
      target: { atLeastShare: 0.99 },
    },
  ]
}

/** Sends heartbeats of a thousand players at a constant rate. Returns the p99 of their response times in ms. */
async function sendHeartbeats(
  product: Product,
  tickets: readonly string[],
  forSeconds: number,
): Promise<number> {
  const times: number[] = []
  const ping = async (ticket: string) => {
    const started = performance.now()
    const response = await fetch(`${product.baseUrl}/game/clientpresence?ticket=${ticket}`, {
      headers: { 'User-Agent': 'Client/WinInet' },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a heartbeat was answered with ${response.status}`)
    times.push(performance.now() - started)
  }
  const pings = await paced(pingsPerSecond, forSeconds, (at) => ping(tickets[at % tickets.length] ?? ''))
  await Promise.all(pings)
  return percentile(times, 99)
}

/** Returns the duration in ms. */
async function attempt(
  { baseUrl }: Product,
  username: string,
  secret: string,
  expected: number,
): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${baseUrl}/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: secret }),
    headers: { accept: 'application/json', 'x-forwarded-for': someAddress() },
    redirect: 'manual',
  })
  const answer = await response.text()
  const ms = performance.now() - started
  if (response.status !== expected) throw new Error(`a login was answered with ${response.status} ${answer}`)
  return ms
}

/** Returns a different address each time, because login attempts are limited by address. */
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/**
 * Returns how often a duration of one kind exceeds one of the other kind: the area under the ROC curve of an attacker
 * who guesses by a threshold. 0.5 is no better than a coin flip.
 */
function distinguishable(some: readonly number[], others: readonly number[]): number {
  let longer = 0
  for (const one of some) {
    for (const other of others) longer += one > other ? 1 : one === other ? 0.5 : 0
  }
  const area = longer / (some.length * others.length)
  return Math.max(area, 1 - area)
}
