import { randomInt } from 'node:crypto'
import { hashPassword } from '@baseplate/platform/sign-in/door'
import { figure, type Measurement, median, millisecondsOf, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { type Product, startProduct } from '../product.ts'
import { seedCrowd } from '../seed.ts'

const perSecond = 50
const heartbeatsPerSecond = 200
const seconds = 5
/** Time of the first sign-ins, which load and compile code. */
const warmUpSeconds = 6
const players = 1_000
const password = 'correct horse battery'

/** Measures how 50 sign-ins a second with a password affect the heartbeats of players. */
export async function signIns(): Promise<Measurement[]> {
  let tickets: string[] = []
  await using product = await startProduct(async (platform) => {
    tickets = await seedCrowd(platform, players, 'playing')
    await platform.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
  })
  await heartbeats(product, tickets, 2)
  await signInFor(product, warmUpSeconds)
  const quiet = await heartbeats(product, tickets, seconds)
  const [busy, { times, attempts }] = await Promise.all([
    heartbeats(product, tickets, seconds),
    signInFor(product, seconds),
  ])
  return [
    figure(
      `client presence during ${perSecond} sign-ins/s, p99`,
      busy,
      'ms',
      `without ${quiet.toFixed(1)} ms`,
      {
        target: { atMost: 25 },
      },
    ),
    figure('sign-in, median', median(times), 'ms', `p95 ${percentile(times, 95).toFixed(0)} ms`),
    figure(`completed sign-ins, of ${perSecond} a second`, times.length, 'sign-ins', 'all attempts', {
      peer: attempts,
      target: { atLeastShare: 0.99 },
    }),
  ]
}

/** Signs players in, each from a different address. Returns the milliseconds of those whom the platform admits. */
async function signInFor({ baseUrl }: Product, forSeconds: number) {
  const times: number[] = []
  const signIn = async (at: number) => {
    const body = new URLSearchParams({ username: `player_${at % players}`, password })
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const headers = { accept: 'application/json', 'x-forwarded-for': address }
    let status = 0
    const ms = await millisecondsOf(async () => {
      const response = await fetch(`${baseUrl}/login`, { method: 'POST', body, headers, redirect: 'manual' })
      await response.arrayBuffer()
      status = response.status
    })
    // An overloaded platform refuses sign-ins. The number of completed ones is measured.
    if (status === 302) times.push(ms)
  }
  const all = await paced(perSecond, forSeconds, signIn)
  await Promise.all(all)
  return { times, attempts: all.length }
}

/** Sends heartbeats of players at a constant rate. Returns the p99 of their response times in ms. */
async function heartbeats({ baseUrl }: Product, tickets: readonly string[], forSeconds: number) {
  const send = async (ticket: string | undefined) => {
    const headers = { 'User-Agent': 'Client/WinInet' }
    const response = await fetch(`${baseUrl}/game/clientpresence?ticket=${ticket}`, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a heartbeat was answered with ${response.status}`)
  }
  const sent = await paced(heartbeatsPerSecond, forSeconds, (at) =>
    millisecondsOf(() => send(tickets[at % tickets.length])),
  )
  return percentile(await Promise.all(sent), 99)
}
