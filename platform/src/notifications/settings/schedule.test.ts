import { day, hour } from '@baseplate/service/clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTimeZone, listTimeZones, nextDigestAt, quietUntil } from './schedule.ts'

const quietUntilAt = (time: string, from: string, to: string, timeZone: string | null = 'Europe/Berlin') => {
  const until = quietUntil(Date.parse(time), { timeZone, quiet: { from: minutes(from), to: minutes(to) } })
  return until === undefined ? undefined : new Date(until).toISOString()
}
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

test.each([
  ['before they begin', '2026-11-20T20:59:00Z', undefined],
  ['in the evening', '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z'],
  ['after midnight', '2026-11-21T02:00:00Z', '2026-11-21T06:00:00.000Z'],
  ['when they end', '2026-11-21T06:00:00Z', undefined],
  ['in the night that clocks are set back', '2026-10-24T20:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['in the night that clocks are set forward', '2026-03-28T22:30:00Z', '2026-03-29T05:00:00.000Z'],
])('ends quiet hours from 22:00 to 7:00 in the morning, asked %s', (_, now, until) => {
  expect(quietUntilAt(now, '22:00', '07:00')).toBe(until)
})

test.each([
  ['skip it', '2026-03-29T00:50:00Z', '2026-03-29T01:30:00.000Z'],
  ['show it for the first time', '2026-10-25T00:10:00Z', '2026-10-25T00:30:00.000Z'],
  ['show it for the second time', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00.000Z'],
])('ends quiet hours at 2:30 when clocks %s', (_, now, until) => {
  expect(quietUntilAt(now, '22:00', '02:30')).toBe(until)
})

test('has no quiet hours between equal times, and uses UTC without a known time zone', () => {
  expect(quietUntilAt('2026-11-20T12:00:00Z', '12:00', '12:00')).toBeUndefined()
  expect(quietUntilAt('2026-11-20T12:30:00Z', '12:00', '13:00', null)).toBe('2026-11-20T13:00:00.000Z')
  expect(quietUntilAt('2026-11-20T12:30:00Z', '12:00', '13:00', 'Nowhere/Land')).toBe(
    '2026-11-20T13:00:00.000Z',
  )
})

test.each(['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Port-au-Prince'])(
  'knows the time zone %s and lists it when it is chosen',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true)
    expect(listTimeZones(zone).filter((name) => name === zone)).toHaveLength(1)
  },
)

test.each(['', 'Nowhere/Land', '+05:30', 'T00:00[UTC]', '2026-11-23T00:00[UTC]', 'Z'])(
  'does not accept %j as a time zone',
  (zone) => expect(isTimeZone(zone)).toBe(false),
)

test('mails a digest at 8:00 of every day in the reader’s time zone', () => {
  const at = (time: string, zone: string) => new Date(nextDigestAt(Date.parse(time), zone)).toISOString()
  expect(at('2026-11-20T06:59:59Z', 'Europe/Berlin')).toBe('2026-11-20T07:00:00.000Z')
  expect(at('2026-11-20T07:00:00Z', 'Europe/Berlin')).toBe('2026-11-21T07:00:00.000Z')
  expect(at('2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
  expect(at('2026-11-20T12:00:00Z', 'Pacific/Auckland')).toBe('2026-11-20T19:00:00.000Z')
})

test('the end of quiet hours and the next digest are always less than 26 hours ahead', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
  )
  const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) })
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(zone, time, minute, minute, (timeZone, now, from, to) => {
      const digest = nextDigestAt(now, timeZone)
      expect(digest).toBeGreaterThan(now)
      expect(digest).toBeLessThan(now + day + 2 * hour)
      const until = quietUntil(now, { timeZone, quiet: { from, to } })
      if (until === undefined) return
      expect(until).toBeGreaterThan(now)
      expect(until).toBeLessThan(now + day + 2 * hour)
    }),
    { numRuns: 300 },
  )
})
