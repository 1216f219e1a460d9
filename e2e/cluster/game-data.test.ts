import { resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataOperation, dataContradictions } from '../support/data-history.ts'
import { makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'

const clients = 8
/** Below the budgets of a server without players, and of an entry. */
const requestsEach = 48
/** Requests of the first client after which the second site is killed, and started again. */
const [killedAfter, startedAfter] = [16, 30]

interface Act {
  op: 'read' | 'put' | 'put if unchanged' | 'put if absent' | 'increment' | 'delete'
  key: number
  site: number
}

/** The requests of each client. */
const plans = fc.sample(
  fc.array(
    fc.record<Act>({
      op: fc.constantFrom(
        'read',
        'read',
        'put',
        'put if unchanged',
        'put if unchanged',
        'put if absent',
        'increment',
        'delete',
      ),
      key: fc.nat({ max: 9 }),
      site: fc.nat({ max: 1 }),
    }),
    { minLength: requestsEach, maxLength: requestsEach },
  ),
  { numRuns: clients, seed: 38 },
)

let product: Sites
let maker: Person
let places: Place[]
const history: DataOperation[] = []

beforeAll(async () => {
  product = await startSites(2, {
    BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/verifying.config.ts'),
  })
  maker = await register(product.baseUrl, 'Maker')
  places = []
  for (let at = 0; at < clients; at++) {
    const place = await makePlace(maker, `Place ${at}`)
    await maker.post(`${place.path}/settings?/services`, {
      enabled: 'true',
      root: String(places[0]?.id ?? ''),
    })
    places.push(place)
  }
})
afterAll(async () => {
  await product.stop()
})

/** Sends the request of an act to a site, and records what its server knows afterwards. Returns the version that it has seen. */
async function carryOut({ op, key, site }: Act, server: string, value: string, seen: string | undefined) {
  // Increments have entries of their own, because other values are no numbers.
  const name = op === 'increment' ? `number ${key % 3}` : `entry ${key}`
  const { change, path, init } = requestOf(op, value, seen)
  const began = performance.now()
  const answer = await fetch(
    `${product.siteUrls[site]}/api/server/data/world/global/${encodeURIComponent(name)}${path}`,
    {
      ...init,
      headers: { AccessKey: server, ...init.headers },
    },
  )
    .then(answerOf)
    .catch(unansweredOf)
  const ended = answer.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now()
  history.push({ key: name, began, ended, change, answer })
  return 'version' in answer && answer.version > 0 ? { name, version: String(answer.version) } : undefined
}

function requestOf(op: Act['op'], value: string, seen: string | undefined) {
  const put = (headers: Record<string, string>, condition: object) => ({
    change: { op: 'put', value, ...condition } as const,
    path: '',
    init: { method: 'PUT', body: value, headers },
  })
  if (op === 'read') return { change: { op }, path: '', init: { method: 'GET', headers: {} } } as const
  if (op === 'delete') return { change: { op }, path: '', init: { method: 'DELETE', headers: {} } } as const
  if (op === 'increment')
    return {
      change: { op, by: 1 },
      path: '?op=increment&by=1',
      init: { method: 'POST', headers: {} },
    } as const
  if (op === 'put if absent') return put({ 'If-None-Match': '*' }, { ifAbsent: true })
  return op === 'put' || seen === undefined
    ? put({}, {})
    : put({ 'If-Match': `"${seen}"` }, { ifVersion: seen })
}

/** A site that is killed breaks off its connections. */
function unansweredOf(error: unknown): DataOperation['answer'] {
  if (error instanceof TypeError) return { kind: 'unknown' }
  throw error
}

async function answerOf(response: Response): Promise<DataOperation['answer']> {
  const text = await response.text()
  const { status, headers } = response
  if (status === 404) return { kind: 'missing' }
  if (status >= 500) return { kind: 'unknown' }
  const json: unknown = JSON.parse(text)
  const fields = json !== null && typeof json === 'object' ? json : {}
  if (status === 412 && 'version' in fields) return { kind: 'changed', version: Number(fields.version) }
  expect([status, text]).toEqual([200, expect.anything()])
  const version = Number(/^"(\d+)"$/.exec(headers.get('ETag') ?? '')?.[1])
  const isRead = headers.has('X-Updated')
  const value = isRead ? text : 'value' in fields ? String(fields.value) : null
  return { kind: 'value', version, value }
}

test('eight servers on two sites, one of which is killed, see one order of the changes of each entry', async () => {
  const [, second] = product.sites
  const killing: Promise<unknown>[] = []
  await Promise.all(
    plans.map(async (plan, client) => {
      const seen = new Map<string, string>()
      for (const [at, act] of plan.entries()) {
        if (client === 0 && at === killedAfter) killing.push(second?.kill() ?? Promise.resolve())
        if (client === 0 && at === startedAfter) killing.push(second?.start() ?? Promise.resolve())
        const value = JSON.stringify(`${client} ${at}`)
        const known = await carryOut(
          act,
          places[client]?.serverTicket ?? '',
          value,
          seen.get(`entry ${act.key}`),
        )
        if (known) seen.set(known.name, known.version)
      }
    }),
  )
  await Promise.all(killing)
  expect(dataContradictions(history)).toEqual([])
  const kinds = Map.groupBy(history, ({ answer }) => answer.kind)
  // The plans reach all answers.
  for (const kind of ['value', 'missing', 'changed', 'unknown'])
    expect([kind, kinds.has(kind as never)]).toEqual([kind, true])
})
