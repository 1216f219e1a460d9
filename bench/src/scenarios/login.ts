import { hashPassword } from '@baseplate/platform/accounts/passwords/password-hash'
import { behindProxy, someAddress } from '../client-addresses.ts'
import { type Measurement, median, percentile } from '../measurement.ts'
import { type Product, startProduct } from '../product.ts'
import { seedUsers } from '../seed.ts'

/** Measured logins of each kind. The kinds alternate. */
const samples = 300
const players = 1_000
const password = 'correct horse battery'

/** Measures whether the duration of a login reveals that a name exists. Each login hashes a password. */
export async function login(): Promise<Measurement[]> {
  const product = await startProduct(async (platform) => {
    await seedUsers(platform, players)
    await platform.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
  }, behindProxy)
  try {
    return await distributions(product)
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
