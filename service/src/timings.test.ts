import { expect, test } from 'vitest'
import { Timings, timingBounds } from './timings.ts'

test('counts durations in the smallest bucket that holds them, and failures beside them', () => {
  const timings = new Timings()
  timings.observe('get', 1, false)
  timings.observe('get', 1.1, true)
  timings.observe('get', 60_000, false)
  timings.observe('put', 5, false)
  const [get, put] = [...timings.entries()]
  expect(get?.[0]).toBe('get')
  expect(get?.[1].counts).toEqual([1, 1, ...new Array(timingBounds.length - 2).fill(0), 1])
  expect(get?.[1].sum).toBeCloseTo(60.0021)
  expect([get?.[1].failures, put?.[1].failures]).toEqual([1, 0])
})
