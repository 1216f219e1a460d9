import { z } from 'zod'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findLastSample, listSamples } from './queries.ts'
import { growth, lastOfEachInterval, type Point, type Range, ranges, unitsOf, valuesOf } from './rules.ts'
import { measure, type Sampling } from './sample.ts'

const input = z.object({
  range: z
    .enum(Object.keys(ranges) as [Range, ...Range[]])
    .default('day')
    .catch('day'),
})

/** One chart: a few lines of one unit. */
export interface Chart {
  name: string
  /** Unit of the values, such as "people". */
  unit: string
  /** Whether a value belongs to a moment or to the time since the previous point. */
  of: 'moment' | 'stretch'
  lines: { name: string; points: Point[] }[]
}

type Row = Awaited<ReturnType<typeof measure>> & { median_ms: number | null; slow_ms: number | null }

/** A chart with the metric of each line. A chart of a `stretch` shows the growth of a counter. */
interface Definition extends Omit<Chart, 'lines'> {
  lines: Record<string, (row: Row) => number | null>
}

const definitions: Definition[] = [
  { name: 'Playing now', unit: 'people', of: 'moment', lines: { playing: (row) => row.playing } },
  { name: 'Users', unit: 'people', of: 'moment', lines: { users: (row) => row.users } },
  { name: 'Registrations', unit: 'people', of: 'stretch', lines: { 'new users': (row) => row.users } },
  { name: 'Visits', unit: 'games begun', of: 'stretch', lines: { visits: (row) => row.visits } },
  { name: 'Purchases', unit: 'items', of: 'stretch', lines: { purchases: (row) => row.purchases } },
  {
    name: 'Currency in circulation',
    unit: 'units',
    of: 'moment',
    lines: { 'in circulation': (row) => unitsOf(row.supply) },
  },
  {
    name: 'Currency minted and burned',
    unit: 'units',
    of: 'stretch',
    lines: { minted: (row) => unitsOf(row.minted), burned: (row) => unitsOf(row.burned) },
  },
  { name: 'Pictures to be drawn', unit: 'pictures', of: 'moment', lines: { waiting: (row) => row.renders } },
  {
    name: 'Answers to requests',
    unit: 'ms',
    of: 'moment',
    lines: { 'half of them within': (row) => row.median_ms, '95 of 100 within': (row) => row.slow_ms },
  },
]

/**
 * Returns the charts of the platform's metrics up to now.
 *
 * @throws Refused `forbidden` below level 4
 */
export async function viewMetrics(
  platform: Pick<Sampling, 'db' | 'now' | 'economy'>,
  actor: Actor,
  asked: unknown,
) {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators see figures')
  const { range } = parseInput(input, asked)
  const { span, interval } = ranges[range]
  const present = await measure(platform, platform.now(), await findLastSample(platform.db))
  const from = present.at - span
  const samples = await listSamples(platform.db, from)
  const newest = samples.at(-1)
  const now = { ...present, median_ms: newest?.median_ms ?? null, slow_ms: newest?.slow_ms ?? null }
  const rows = lastOfEachInterval<Row>([...samples, now], interval)
  const figures = definitions.map((definition): Chart => {
    const points = definition.of === 'moment' ? valuesOf : growth
    const lines = Object.entries(definition.lines).map(([name, read]) => ({
      name,
      points: points(rows, read),
    }))
    return { ...definition, lines }
  })
  return { range, from, at: present.at, figures }
}
