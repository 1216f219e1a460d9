import { day } from '@baseplate/service/clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepings, periodAt, periodBefore, periodEnd, periods, type Sent, scoreAfter } from './rules.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['day', '2026-12-01T23:59:59.999Z', '2026-12-01', '2026-12-02'],
  ['day', '2026-12-02T00:00:00Z', '2026-12-02', '2026-12-03'],
  // A Sunday and a Monday.
  ['week', '2026-12-06T23:59:59.999Z', '2026-11-30', '2026-12-07'],
  ['week', '2026-12-07T00:00:00Z', '2026-12-07', '2026-12-14'],
  ['month', '2028-02-29T23:00:00Z', '2028-02-01', '2028-03-01'],
  ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
] as const)('a period of a %s at %s began on %s', (period, moment, began, end) => {
  expect(periodAt(period, at(moment))).toBe(at(began))
  expect(periodEnd(period, at(began))).toBe(at(end))
})

test('periods follow each other without a gap', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...periods),
      fc.integer({ min: 0, max: 200 * 365 * day }),
      (period, moment) => {
        const began = periodAt(period, moment)
        const end = periodEnd(period, began)
        const follows = end === null ? [0, null] : [end, began]
        expect([periodAt(period, end ?? moment), periodBefore(period, end ?? began)]).toEqual(follows)
        expect(moment).toBeGreaterThanOrEqual(began)
        expect(moment).toBeLessThan(end ?? Number.POSITIVE_INFINITY)
      },
    ),
  )
})

const score = fc.integer({ min: -1_000, max: 1_000 })
const sent = fc.oneof(
  score.map((score): Sent => ({ score })),
  score.map((step): Sent => ({ step })),
)

test('the score that stays is that of all numbers together', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...keepings),
      fc.array(sent, { minLength: 1, maxLength: 20 }),
      (keep, all) => {
        let last: number | null = null
        const reached: number[] = []
        for (const each of all) {
          const before: number = last ?? 0
          reached.push(
            'score' in each ? (keep === 'sum' ? before + each.score : each.score) : before + each.step,
          )
          last = scoreAfter(keep, last, each)
        }
        expect(last).toBe(keep === 'best' ? Math.max(...reached) : reached.at(-1))
      },
    ),
  )
})
