import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backOffMs, emptyFrom, type Facts, judge, type Limits, portsFor, wantedPort } from './rules.ts'

const limits: Limits = {
  memoryBytes: 1_000,
  maxServers: 1,
  readyMs: 60_000,
  emptyMs: 300_000,
  silentMs: 90_000,
  graceMs: 0,
}
const now = 10_000_000
const facts = (more: Partial<Facts>): Facts => ({
  state: 'ready',
  since: now - 1_000_000,
  listening: true,
  memoryBytes: 1_000,
  report: undefined,
  emptySince: undefined,
  ...more,
})
/** Returns a report of this age. */
const reported = (agoMs: number, silentMs: number | undefined, players = 1) => ({
  report: { at: now - agoMs, players, silentMs },
})

describe('a starting server', () => {
  const starting = (more: Partial<Facts>) =>
    judge(facts({ state: 'starting', since: now - 60_000, listening: false, ...more }), limits, now).is

  test.each([
    ['stays while its time to start has not passed', {}, 'unchanged'],
    ['fails when its time to start has passed', { since: now - 60_001 }, 'failed'],
    ['is ready when it listens', { listening: true }, 'ready'],
    ['is ready after a heartbeat', reported(0, 59_999), 'ready'],
    ['ignores a heartbeat of an earlier server', reported(0, 60_000), 'unchanged'],
    ['waits for its first heartbeat', reported(0, undefined), 'unchanged'],
    ['fails when it uses too much memory', { listening: true, memoryBytes: 1_001 }, 'failed'],
  ])('%s', (_what, more, verdict) => expect(starting(more)).toBe(verdict))
})

describe('a ready server', () => {
  test.each([
    ['stays without reports', {}, 'unchanged'],
    ['stays while it sends heartbeats', reported(0, 90_000), 'unchanged'],
    ['hangs when it sends none', reported(0, 90_001), 'failed'],
    ['hangs after a single heartbeat in the second of its start', reported(0, 1_000_999), 'failed'],
    ['hangs when the silence includes the age of the report', reported(50_000, 40_001), 'failed'],
    [
      'stays without a recent report, because the site may be unavailable',
      reported(60_001, 90_001),
      'unchanged',
    ],
    ['stays when it never sent a heartbeat', reported(0, undefined), 'unchanged'],
    ['stays when only an earlier server sent one', reported(0, 2_000_000), 'unchanged'],
    ['stays while it is empty for a short time', { emptySince: now - 300_000 }, 'unchanged'],
    ['is empty after a longer time without players', { emptySince: now - 300_001 }, 'empty'],
    ['fails when it uses too much memory', { memoryBytes: 1_001 }, 'failed'],
  ])('%s', (_what, more, verdict) => expect(judge(facts(more), limits, now).is).toBe(verdict))
})

test('counts a server as empty since the first of an unbroken series of reports', () => {
  const report = (players: number, at: number) => ({ players, at, silentMs: undefined })
  expect(emptyFrom(undefined, report(0, now - 5), now)).toBe(now - 5)
  expect(emptyFrom(now - 100, report(0, now - 5), now)).toBe(now - 100)
  expect(emptyFrom(now - 100, report(1, now - 5), now)).toBeUndefined()
  // Without recent reports it is unknown whether the server is empty.
  expect(emptyFrom(now - 100_000, report(0, now - 60_001), now)).toBeUndefined()
  expect(emptyFrom(now - 100, undefined, now)).toBeUndefined()
})

test('doubles the back-off with each failure, up to five minutes', () => {
  expect([0, 1, 2, 3, 4, 9, 10, 1_000].map(backOffMs)).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
  ])
})

test('tries the own port of a place first, then every other port once', () => {
  expect(wantedPort(100_024_999)).toBe(34_999)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (placeId) => {
      const ports = [...portsFor(placeId)]
      expect(ports[0]).toBe(10_000 + (placeId % 25_000))
      expect(new Set(ports).size).toBe(25_000)
      expect(Math.min(...ports)).toBe(10_000)
      expect(Math.max(...ports)).toBe(34_999)
    }),
    { numRuns: 20 },
  )
})
