import { expect, test } from 'vitest'
import { busySeconds, coresBetween, mustWait, statedLoad } from './other-load.ts'

test('counts the seconds in which processors worked, and not those in which they waited', () => {
  const stat = 'cpu  100 20 30 5000 400 5 6 7 50 0\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 7\n'
  expect(busySeconds(stat)).toBeCloseTo(1.68)
})

test('leaves out its own work', () => {
  const from = { seconds: 10, busy: 100, own: 3 }
  expect(coresBetween(from, { seconds: 12, busy: 103, own: 4 })).toBeCloseTo(1)
  expect(coresBetween(from, { seconds: 12, busy: 100.4, own: 3.5 })).toBe(0)
})

test('waits at most a minute for other programs', () => {
  expect(mustWait(0.2, 0)).toBe(false)
  expect(mustWait(0.3, 59_000)).toBe(true)
  expect(mustWait(2, 60_000)).toBe(false)
})

test('states only a load that falsifies a figure', () => {
  expect(statedLoad(0.25)).toBeUndefined()
  expect(statedLoad(1.5)).toBe(1.5)
})
