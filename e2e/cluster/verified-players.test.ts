import { resolve } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { contradictions, type Ending, type Verification } from '../support/player-history.ts'
import { type Sites, startSites } from '../support/sites.ts'

const rounds = 200
const playerCount = 6
/** Rounds in which the second site is killed and started again. */
const [killedIn, startedIn] = [70, 130]

const acts = [
  'join',
  'join',
  'verify',
  'verify',
  'verify twice',
  'verify earlier',
  'report',
  'ban',
  'left',
] as const

interface Act {
  act: (typeof acts)[number]
  player: number
  site: number
}

/** The acts of a round begin at the same moment. */
const interleavings = fc.sample(
  fc.array(
    fc.record<Act>({
      act: fc.constantFrom(...acts),
      player: fc.nat({ max: playerCount - 1 }),
      site: fc.nat({ max: 1 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  { numRuns: rounds, seed: 36 },
)

let product: Sites
let maker: Person
let places: Place[]
let people: Person[]
const usernames = Array.from({ length: playerCount }, (_, at) => `Player${at}`)
const endings: Ending[] = []
const verifications: Verification[] = []
const banned = new Set<number>()
/** Joins of each player whose scripts arrived, the latest one last. */
const scripts: { ticket: string; number: string; key: string; place: number }[][] = usernames.map(() => [])

beforeAll(async () => {
  product = await startSites(2, {
    BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/verifying.config.ts'),
  })
  maker = await register(product.baseUrl, 'Maker')
  places = [await makePlace(maker, 'One'), await makePlace(maker, 'Two')]
  people = await Promise.all(usernames.map((username) => register(product.baseUrl, username)))
})
afterAll(async () => {
  await product.stop()
})

/** Sends a request of a client or a server to one site. A site that is killed meanwhile has the status 0. */
async function ask(
  site: number,
  path: string,
  init?: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`${product.siteUrls[site]}${path}`, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}

async function during<Result>(
  act: () => Promise<Result>,
): Promise<{ from: number; to: number; result: Result }> {
  const from = performance.now()
  const result = await act()
  return { from, to: performance.now(), result }
}

/** Presses Play at the load balancer, and gets the script from a site. */
async function joinGame({ player, site }: Act): Promise<void> {
  const place = (player + (scripts[player]?.length ?? 0)) % places.length
  const { result, ...span } = await during(async () => {
    const pressed = await people[player]?.post(`${places[place]?.path}?/join`)
    if (pressed?.status !== 200) return { isCertain: false }
    const { ticket } = await json<{ ticket: string }>(pressed)
    const { text } = await ask(site, `/game/join?ticket=${ticket}`)
    const key = /\?session=(\w{32})"/.exec(text)?.[1]
    const number = /userId, username, membership = (\d+)/.exec(text)?.[1]
    return { isCertain: true, script: key && number ? { ticket, number, key, place } : undefined }
  })
  const { isCertain, script } = result
  endings.push({ kind: 'join', player, isCertain, ...span, ...(script && { key: script.key }) })
  if (script) scripts[player]?.push(script)
}

async function verify({ player, site }: Act, back = 1): Promise<void> {
  const script = scripts[player]?.at(-back)
  if (!script) return
  const { ticket: _, place, number, key } = script
  const server = places[place]?.serverTicket
  const query = `ticket=${server}&id=${number}&name=${usernames[player]}&session=${key}`
  const { result, ...span } = await during(() => ask(site, `/game/verify?${query}`))
  verifications.push({ player, key, ...result, ...span })
}

/** The server of a place reports a player, who has to leave once banned. */
async function report({ player, site }: Act): Promise<void> {
  const script = scripts[player]?.at(-1)
  if (!script) return
  const path = `/game/players?ticket=${places[script.place]?.serverTicket}`
  const { status, text } = await ask(site, path, { method: 'POST', body: `[${script.number}]` })
  if (status !== 0)
    expect([status, Object.keys(JSON.parse(text))]).toEqual([200, ['leave', 'closing', 'message']])
}

const moderation = (action: string, player: number, fields: Record<string, string> = {}) =>
  maker.post(`/admin/moderation?/${action}`, { username: usernames[player] ?? '', ...fields })

async function ban({ player }: Act): Promise<void> {
  const { result, ...span } = await during(() =>
    moderation('moderate', player, { type: 'Ban', reason: 'Rude', days: '1' }),
  )
  // The balancer may have chosen the site that is being killed.
  endings.push({ kind: 'ban', player, isCertain: result.status === 200, ...span })
  banned.add(player)
}

async function leave({ player, site }: Act): Promise<void> {
  const script = scripts[player]?.at(-1)
  if (!script) return
  const { result, ...span } = await during(() =>
    ask(site, `/game/left?ticket=${script.ticket}`, { method: 'POST' }),
  )
  // A goodbye to an earlier session changes nothing, and one to a killed site may not arrive.
  if (result.status === 204 && scripts[player]?.at(-1) === script)
    endings.push({ kind: 'left', player, isCertain: true, ...span })
}

const carryOut: Record<Act['act'], (act: Act) => Promise<unknown>> = {
  join: joinGame,
  verify,
  'verify twice': (act) => Promise.all([verify(act), verify({ ...act, site: 1 - act.site })]),
  'verify earlier': (act) => verify(act, 2),
  report,
  ban,
  left: leave,
}

/** Counts the open sessions of each user, and the verified ones among all. */
async function countSessions(): Promise<{ open: number; verified: number }> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`select
      (select coalesce(max(count), 0)::int from (
        select count(*) from playing_records where ended is null group by user_id) as users) as open,
      (select count(*)::int from playing_records where verified is not null) as verified`)
    return rows[0]
  } finally {
    await client.end()
  }
}

test('200 interleavings of joins, verifications, bans and a killed site admit each key once', async () => {
  const [, second] = product.sites
  let starting: Promise<void> | undefined
  for (const [round, together] of interleavings.entries()) {
    for (const player of banned)
      if ((await moderation('unmoderate', player)).status === 200) banned.delete(player)
    const killing = round === killedIn ? second?.kill() : undefined
    if (round === startedIn) starting = second?.start()
    await Promise.all(together.map((act) => carryOut[act.act](act)))
    await killing
  }
  await starting
  expect(contradictions(endings, verifications)).toEqual([])
  const outcomes = Map.groupBy(verifications, ({ status, text }) => (status === 200 ? 'admitted' : text))
  const unknown = verifications.filter(({ status }) => status === 0).length
  const admitted = outcomes.get('admitted')?.length ?? 0
  const { open, verified } = await countSessions()
  expect(open).toBe(1)
  expect(verified).toBeGreaterThanOrEqual(admitted)
  expect(verified).toBeLessThanOrEqual(admitted + unknown)
  // The rounds reach all outcomes.
  for (const outcome of ['admitted', 'Session not found', 'Session is in use', 'This account is moderated'])
    expect([outcome, outcomes.get(outcome)?.length ?? 0]).not.toEqual([outcome, 0])
  expect(unknown).toBeGreaterThan(0)
})
