import { type Clock, day, hour } from '@baseplate/service/clock'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { listCounts } from './queries.ts'

type Reading = { db: Db; now: Clock }

/** A call of game clients, with its requests of the last day. */
interface CallView {
  /** Whether an endpoint answers it. */
  answered: boolean
  /** Path: a pattern with names of parameters, or for an unanswered call with `…` for its ids. */
  call: string
  /** Requests of the last day, and of the hour in which it began. */
  count: number
  /** Time of the last request, up to a minute late, in Unix milliseconds. */
  last: number
}

const perPage = 50

const input = z.object({
  /** Text that the path contains. */
  q: z.string().trim().max(100).default(''),
  /** Whether an endpoint answers the call. */
  answered: z.enum(['', 'yes', 'no']).catch('').default(''),
  sort: z.enum(['most', 'newest', 'path']).catch('most').default('most'),
  cursor: z.string().optional(),
})

type Filter = z.output<typeof input>

const access = { ...administratorAccess, input } as const

/** @throws Refused `invalid` for an unknown cursor */
export const viewClientCalls = useCase(
  {
    ...access,
    summary:
      'Returns the calls of game clients, game servers and studios of the last day, the most frequent first.',
  },
  async (platform: Reading, _, filter) => {
    const all = (await readPassing(platform, filter)).map((call, index) => ({
      ...call,
      created: index,
      id: idOf(call),
    }))
    const after = parseCursor(filter.cursor)
    const start = after ? all.findIndex(({ id }) => id === after.id) + 1 || after.created : 0
    const { rows, next } = toPage(all.slice(start, start + perPage + 1), perPage)
    return { calls: rows.map(({ id: _, created: __, ...call }) => call), next }
  },
)

export const exportClientCalls = useCase(
  { ...access, summary: 'Exports all calls of the last day that pass the filters of the page.' },
  (platform: Reading, _, filter): Promise<CallView[]> => readPassing(platform, filter),
)

async function readPassing({ db, now }: Reading, { q, answered, sort }: Filter): Promise<CallView[]> {
  const since = Math.floor((now() - day) / hour) * hour
  return (await listCounts(db, since))
    .filter(({ call }) => call.includes(q.toLowerCase()))
    .filter((one) => answered === '' || (answered === 'yes') === one.answered)
    .toSorted(orders[sort])
}

/** Cursors take letters and digits only. */
const idOf = ({ answered, call }: CallView): string =>
  `${answered ? 1 : 0}${Buffer.from(call).toString('base64url')}`

const byPath = (one: CallView, other: CallView) =>
  Number(one.call > other.call) - Number(one.call < other.call) ||
  Number(one.answered) - Number(other.answered)

const orders: Record<Filter['sort'], (one: CallView, other: CallView) => number> = {
  most: (one, other) => other.count - one.count || byPath(one, other),
  newest: (one, other) => other.last - one.last || orders.most(one, other),
  path: byPath,
}
