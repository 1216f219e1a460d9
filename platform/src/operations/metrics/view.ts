import { z } from 'zod'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findLastSample, listSamples } from './queries.ts'
import { growth, lastOfEach, levels, type Point, type Range, ranges, unitsOf } from './rules.ts'
import { measure, type Sampling } from './sample.ts'

const input = z.object({
  range: z
    .enum(Object.keys(ranges) as [Range, ...Range[]])
    .default('day')
    .catch('day'),
})

/** One chart: a few lines of one unit. */
export interface Figure {
  name: string
  /** Unit of the values, such as "people". */
  unit: string
  /** Whether a value belongs to a moment or to the time since the previous point. */
  of: 'moment' | 'stretch'
  lines: { name: string; points: Point[] }[]
}

/**
 * Returns the charts of the platform's metrics up to now.
 *
 * @throws Refused `forbidden` below level 4
 */
export async function viewFigures(
  platform: Pick<Sampling, 'db' | 'now' | 'economy'>,
  actor: Actor,
  asked: unknown,
) {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators see figures')
  const { range } = parseInput(input, asked)
  const { span, apart } = ranges[range]
  const present = await measure(platform, platform.now(), await findLastSample(platform.db))
  const from = present.at - span
  const samples = await listSamples(platform.db, from)
  const newest = samples.at(-1)
  const now = { ...present, median_ms: newest?.median_ms ?? null, slow_ms: newest?.slow_ms ?? null }
  const rows = lastOfEach([...samples, now], apart)
  const line = (name: string, points: Point[]) => ({ name, points })
  const figures: Figure[] = [
    {
      name: 'Playing now',
      unit: 'people',
      of: 'moment',
      lines: [
        line(
          'playing',
          levels(rows, ({ playing }) => playing),
        ),
      ],
    },
    {
      name: 'Users',
      unit: 'people',
      of: 'moment',
      lines: [
        line(
          'users',
          levels(rows, ({ users }) => users),
        ),
      ],
    },
    {
      name: 'Registrations',
      unit: 'people',
      of: 'stretch',
      lines: [
        line(
          'new users',
          growth(rows, ({ users }) => users),
        ),
      ],
    },
    {
      name: 'Visits',
      unit: 'games begun',
      of: 'stretch',
      lines: [
        line(
          'visits',
          growth(rows, ({ visits }) => visits),
        ),
      ],
    },
    {
      name: 'Purchases',
      unit: 'items',
      of: 'stretch',
      lines: [
        line(
          'purchases',
          growth(rows, ({ purchases }) => purchases),
        ),
      ],
    },
    {
      name: 'Currency in circulation',
      unit: 'units',
      of: 'moment',
      lines: [
        line(
          'in circulation',
          levels(rows, ({ supply }) => unitsOf(supply)),
        ),
      ],
    },
    {
      name: 'Currency minted and burned',
      unit: 'units',
      of: 'stretch',
      lines: [
        line(
          'minted',
          growth(rows, ({ minted }) => unitsOf(minted)),
        ),
        line(
          'burned',
          growth(rows, ({ burned }) => unitsOf(burned)),
        ),
      ],
    },
    {
      name: 'Pictures to be drawn',
      unit: 'pictures',
      of: 'moment',
      lines: [
        line(
          'waiting',
          levels(rows, ({ renders }) => renders),
        ),
      ],
    },
    {
      name: 'Answers to requests',
      unit: 'ms',
      of: 'moment',
      lines: [
        line(
          'half of them within',
          levels(rows, ({ median_ms }) => median_ms),
        ),
        line(
          '95 of 100 within',
          levels(rows, ({ slow_ms }) => slow_ms),
        ),
      ],
    },
  ]
  return { range, from, at: present.at, figures }
}
