import { day, hour, minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { splitByUnit, startOfUnit } from './calendar.ts'
import { chartedStarts } from './statistics.ts'

const noon = Date.UTC(2026, 10, 23, 12, 30)

test('units begin in UTC, and months have their own lengths', () => {
  expect(startOfUnit('hour', noon)).toBe(Date.UTC(2026, 10, 23, 12))
  expect(startOfUnit('day', noon, 1)).toBe(Date.UTC(2026, 10, 24))
  expect(startOfUnit('month', noon, -10)).toBe(Date.UTC(2026, 0))
  expect(startOfUnit('month', noon, 2)).toBe(Date.UTC(2027, 0))
})

test('splits a stretch of time at the start of each unit', () => {
  const from = Date.UTC(2026, 10, 30, 22, 45)
  const to = Date.UTC(2026, 11, 1, 0, 10)
  expect(splitByUnit('hour', from, to).map(({ duration }) => duration / minute)).toEqual([15, 60, 10])
  expect(splitByUnit('month', from, to)).toEqual([
    { start: Date.UTC(2026, 10), duration: 75 * minute },
    { start: Date.UTC(2026, 11), duration: 10 * minute },
  ])
  expect(splitByUnit('day', from, from)).toEqual([])
})

test('a chart begins when its subject was created, but has at least fourteen units', () => {
  const starts = (since: number) => chartedStarts('day', { since, now: noon })
  expect(starts(noon)).toHaveLength(14)
  expect(starts(noon - 20 * day)).toHaveLength(21)
  expect(starts(0)).toHaveLength(90)
  expect(starts(0).at(-1)).toBe(Date.UTC(2026, 10, 23))
  expect(chartedStarts('hour', { since: 0, now: noon })[0]).toBe(Date.UTC(2026, 10, 23, 12) - 167 * hour)
})
