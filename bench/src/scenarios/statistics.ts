import { join } from 'node:path'
import type { Db } from '@baseplate/platform/database'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { addSessions, addVisits } from '@baseplate/platform/places/statistics/add'
import type { Platform } from '@baseplate/platform/platform'
import { day, minute, second } from '@baseplate/service/clock'
import { chanceFrom } from '../chance.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedSessions, seedTickets, seedUsers } from '../seed.ts'

const visitsPerDay = 1_000_000
/** Simulated visits of one day, whose statistics are counted. */
const visits = 20_000
const places = 500
/** Visits counted at once. Sites count each visit as it begins, so even a million a day make small batches. */
const batches = [1, 12]
/** Presses of Play, each followed by the join script. */
const joins = 400

/** Statistics may add this share to the site's processor time for a visit. */
const mostShare = 0.05

interface Visit {
  user_id: string
  place_id: number
  started: number
  last_ping: number
  before: number | null
}

/**
 * Measures the processor time of the statistics of a visit on SQLite, against that of the visit itself: Play and the
 * join script. The visit's heartbeats are left out, which makes the target harder.
 */
export async function statistics(): Promise<Measurement[]> {
  let counted: { size: number; us: number }[] = []
  let rows = 0
  let cookies: string[] = []
  let tickets: string[] = []
  let path = ''
  const product = await startProduct(
    async (platform) => {
      const users = await seedUsers(platform, 2 * joins + 1)
      const [owner = '', ...players] = users
      const ids = await seedPlaces(platform, owner, places)
      const all = visitsOfADay(players, ids)
      counted = []
      for (const size of batches) {
        await platform.db.deleteFrom('place_statistics').execute()
        counted.push({ size, us: await countedUs(platform.db, all, size) })
      }
      rows = (await platform.db.selectFrom('place_statistics').select('place_id').execute()).length
      cookies = await seedSessions(platform, players.slice(0, joins))
      tickets = await seedTicketsOf(platform, players.slice(joins), ids)
      path = `/place/${ids[0]}/${slugOf('Place number 0 of many')}`
    },
    { BASEPLATE_CONFIG: join(import.meta.dirname, '../no-rendering.config.ts') },
  )
  try {
    const siteUs = await siteUsOfVisits(product, { cookies, tickets, path })
    return [
      ...counted.map(({ size, us }) => ({
        name: `statistics of a visit, ${size} at a time`,
        value: us,
        unit: 'µs of a processor',
        against: 'Play and the join script of the same visit',
        peer: siteUs,
        target: { atMostShare: mostShare },
      })),
      {
        name: `statistics of ${visitsPerDay} visits a day`,
        value: (100 * (counted[0]?.us ?? 0) * visitsPerDay) / 1e6 / (day / second),
        unit: '% of a processor',
        against: 'counted one at a time',
      },
      {
        name: `rows of statistics of ${visits} visits in ${places} places`,
        value: rows,
        unit: 'rows a day',
        against: '26 a place: its hours, its day and its month',
        target: { atMost: 26 * places + places },
      },
    ]
  } finally {
    await product.stop()
  }
}

/** Returns the visits of one day, in order. Most are to a few places, and half are by returning players. */
function visitsOfADay(players: readonly string[], ids: readonly number[]): Visit[] {
  const chance = chanceFrom(1)
  const start = Date.UTC(2026, 10, 20)
  return Array.from({ length: visits }, (_, index) => {
    const started = start + Math.floor((index * day) / visits)
    return {
      user_id: players[Math.floor(chance() * players.length)] ?? '',
      place_id: ids[Math.floor(chance() ** 3 * ids.length)] ?? 0,
      started,
      last_ping: started + Math.floor(chance() * 40 * minute),
      before: chance() < 0.5 ? null : started - Math.floor(chance() * 3 * day),
    }
  })
}

/** Returns the processor time of a visit's statistics, without the transactions around them. */
async function countedUs(db: Db, all: readonly Visit[], size: number): Promise<number> {
  const groups = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
  const before = process.cpuUsage()
  // One transaction for all, because the transactions of the visits commit in any case.
  await db.transaction().execute(async (trx) => {
    for (const group of groups) {
      await addVisits(trx, group)
      await addSessions(trx, group)
    }
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / all.length
}

/** Issues tickets in places that have a seat for each. */
async function seedTicketsOf(
  platform: Platform,
  players: readonly string[],
  ids: readonly number[],
): Promise<string[]> {
  const perPlace = 50
  const tickets: string[] = []
  for (let first = 0; first < players.length; first += perPlace)
    tickets.push(
      ...(await seedTickets(
        platform,
        players.slice(first, first + perPlace),
        ids[1 + first / perPlace] ?? 0,
        'issued',
      )),
    )
  return tickets
}

interface Requests {
  cookies: readonly string[]
  tickets: readonly string[]
  path: string
}

/** Returns the site's processor time for Play and a join script, after a warm-up of as many. */
async function siteUsOfVisits(
  { baseUrl, site }: Awaited<ReturnType<typeof startProduct>>,
  { cookies, tickets, path }: Requests,
): Promise<number> {
  // Fewer users than the place has seats.
  const users = 90
  const visit = async (at: number) => {
    const played = await fetch(`${baseUrl}${path}?/join`, {
      method: 'POST',
      headers: { Accept: 'application/json', Cookie: cookies[at % users] ?? '' },
    })
    const joined = await fetch(`${baseUrl}/game/join?ticket=${tickets[at]}`, {
      headers: { 'User-Agent': 'Client/WinInet' },
    })
    await Promise.all([played.text(), joined.text()])
    if (played.status !== 200 || joined.status !== 200)
      throw new Error(`a visit was refused: ${played.status}, ${joined.status}`)
  }
  const half = joins / 2
  for (let at = 0; at < half; at++) await visit(at)
  const before = await site.cpuSeconds()
  for (let at = half; at < joins; at++) await visit(at)
  return (((await site.cpuSeconds()) - before) * 1e6) / half
}
