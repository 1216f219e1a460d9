import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { findLastSample, listSamples } from './queries.ts'
import { growth, lastOfEachInterval, type Point, type Range, ranges, unitsOf, valuesOf } from './rules.ts'
import { measure, type Sampling } from './sample.ts'

export const metricsInput = z.object({
  range: z
    .enum(Object.keys(ranges) as [Range, ...Range[]])
    .default('day')
    .catch('day'),
})

export type ChartName =
  | 'playing'
  | 'users'
  | 'registrations'
  | 'visits'
  | 'purchases'
  | 'supply'
  | 'issuance'
  | 'renders'
  | 'requests'

export type LineName =
  | Exclude<ChartName, 'issuance' | 'requests'>
  | 'minted'
  | 'burned'
  /** Median time of a response. */
  | 'median'
  /** Time within which 95 of 100 responses are sent. */
  | 'slow'

/** One chart: a few lines of one unit. Users read its name and those of its lines in their language. */
export interface Chart {
  name: ChartName
  /** Whether a value belongs to a moment or to the time since the previous point. */
  of: 'moment' | 'stretch'
  lines: { name: LineName; points: Point[] }[]
}

type Row = Awaited<ReturnType<typeof measure>> & { median_ms: number | null; slow_ms: number | null }

/** A chart with the metric of each line. A chart of a `stretch` shows the growth of a counter. */
interface Definition extends Omit<Chart, 'lines'> {
  lines: [name: LineName, read: (row: Row) => number | null][]
}

const definitions: Definition[] = [
  { name: 'playing', of: 'moment', lines: [['playing', (row) => row.playing]] },
  { name: 'users', of: 'moment', lines: [['users', (row) => row.users]] },
  { name: 'registrations', of: 'stretch', lines: [['registrations', (row) => row.users]] },
  { name: 'visits', of: 'stretch', lines: [['visits', (row) => row.visits]] },
  { name: 'purchases', of: 'stretch', lines: [['purchases', (row) => row.purchases]] },
  { name: 'supply', of: 'moment', lines: [['supply', (row) => unitsOf(row.supply)]] },
  {
    name: 'issuance',
    of: 'stretch',
    lines: [
      ['minted', (row) => unitsOf(row.minted)],
      ['burned', (row) => unitsOf(row.burned)],
    ],
  },
  { name: 'renders', of: 'moment', lines: [['renders', (row) => row.renders]] },
  {
    name: 'requests',
    of: 'moment',
    lines: [
      ['median', (row) => row.median_ms],
      ['slow', (row) => row.slow_ms],
    ],
  },
]

export const viewMetrics = useCase(
  {
    summary: "Returns the charts of the platform's metrics up to now.",
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: metricsInput,
  },
  async (platform: Pick<Sampling, 'db' | 'now' | 'economy'>, _, { range }) => {
    const { span, interval } = ranges[range]
    const present = await measure(platform, platform.now(), await findLastSample(platform.db))
    const from = present.at - span
    const samples = await listSamples(platform.db, from)
    const newest = samples.at(-1)
    const now = { ...present, median_ms: newest?.median_ms ?? null, slow_ms: newest?.slow_ms ?? null }
    const rows = lastOfEachInterval<Row>([...samples, now], interval)
    const figures = definitions.map((definition): Chart => {
      const points = definition.of === 'moment' ? valuesOf : growth
      const lines = definition.lines.map(([name, read]) => ({
        name,
        points: points(rows, read),
      }))
      return { ...definition, lines }
    })
    return { range, from, at: present.at, figures }
  },
)
