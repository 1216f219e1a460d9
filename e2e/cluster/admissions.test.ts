import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json, makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'

const playerCount = 20

let product: Sites
let maker: Person
let people: Person[]

beforeAll(async () => {
  product = await startSites(2, {
    BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/minetest.config.ts'),
  })
  maker = await register(product.baseUrl, 'Maker')
  people = await Promise.all(
    Array.from({ length: playerCount }, (_, at) => register(product.baseUrl, `Player${at}`)),
  )
})
afterAll(async () => {
  await product.stop()
})

const urlOf = (site: number) => product.siteUrls[site % product.siteUrls.length] ?? ''

/** Presses Play at the load balancer, and returns the join ticket. */
const press = async (person: Person, place: Place): Promise<string> =>
  (await json<{ ticket: string }>(await person.post(`${place.path}?/join`))).ticket

const joinAt = (site: number, ticket: string) => fetch(`${urlOf(site)}/game/join?ticket=${ticket}`)

interface List {
  version: string
  players: { key: string }[]
}

/** A game server that follows its players at one site after the other, and knows the keys that it has been told. */
function serve({ serverTicket }: Place, sites: readonly number[]) {
  const keys = new Set<string>()
  const stopped = new AbortController()
  let turn = 0
  const ask = async (after?: string): Promise<List> => {
    const query = `ticket=${serverTicket}${after === undefined ? '' : `&after=${after}`}`
    const site = sites[turn++ % sites.length] ?? 0
    return json(await fetch(`${urlOf(site)}/game/players?${query}`, { signal: stopped.signal }))
  }
  const follow = async () => {
    let list = await ask()
    while (true) {
      for (const { key } of list.players) keys.add(key)
      list = await ask(list.version)
    }
  }
  const following = follow().catch(() => {})
  onTestFinished(async () => {
    stopped.abort()
    await following
  })
  return { knows: (ticket: string) => keys.has(createHmac('sha256', ticket).update('engine').digest('hex')) }
}

/** Counts the sessions of a place that have started. */
async function countStarted({ id }: Place): Promise<number> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    const counted =
      'select count(*)::int as started from playing_records where place_id = $1 and started is not null'
    return (await client.query(counted, [id])).rows[0].started
  } finally {
    await client.end()
  }
}

test.each([
  ['one site', [0]],
  ['both sites in turn', [0, 1]],
])(
  '20 players join at one site while their server asks %s, and none before the server knows them',
  async (_, sites) => {
    const place = await makePlace(maker, 'A place')
    await maker.post(`${place.path}/settings?/network`, {
      dedicated: 'off',
      serverAddress: 'localhost',
      serverPort: '2000',
      maxPlayers: '50',
    })
    const { knows } = serve(place, sites)
    const joins = await Promise.all(
      people.map(async (person) => {
        const ticket = await press(person, place)
        let response = await joinAt(1, ticket)
        while (response.status === 503) {
          expect(response.headers.get('retry-after')).toBe('1')
          response = await joinAt(1, ticket)
        }
        // The server has the key by now, because the site waits for its acknowledgement.
        return [response.status, knows(ticket)]
      }),
    )
    expect(joins).toEqual(people.map(() => [200, true]))
    expect(await countStarted(place)).toBe(playerCount)
  },
)

test('of two joins with one ticket at different sites, one succeeds', async () => {
  const place = await makePlace(maker, 'Another place')
  serve(place, [0])
  const [person = maker] = people
  for (let round = 0; round < 10; round++) {
    const ticket = await press(person, place)
    const statuses = (await Promise.all([joinAt(0, ticket), joinAt(1, ticket)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
  }
})

test('without a game server, a join is refused after two seconds and leaves its ticket', async () => {
  const place = await makePlace(maker, 'A place without a server')
  const [person = maker] = people
  const ticket = await press(person, place)
  const began = performance.now()
  expect((await joinAt(1, ticket)).status).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(1_900)
  serve(place, [0])
  await expect.poll(async () => (await joinAt(1, ticket)).status, { timeout: 10_000 }).toBe(200)
})
