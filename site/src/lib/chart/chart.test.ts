import { Messages } from '@baseplate/texts/message'
import { expect, test } from 'vitest'
import { provideTexts } from '../texts/t.ts'
import { axisOf, pathOf, timeTicks } from './chart.ts'

test('makes an axis of round steps that contains zero and all values', () => {
  expect(axisOf([])).toEqual({ bottom: 0, top: 1, ticks: [0, 1] })
  expect(axisOf([1]).ticks, 'nobody sells half an item').toEqual([0, 1])
  expect(axisOf([0, 7])).toEqual({ bottom: 0, top: 10, ticks: [0, 5, 10] })
  expect(axisOf([0.3]).ticks).toEqual([0, 0.5, 1])
  expect(axisOf([-3, 2])).toEqual({ bottom: -4, top: 2, ticks: [-4, -2, 0, 2] })
  for (const most of [1, 3, 9, 10, 11, 99, 1234, 5e9]) {
    const { top, ticks } = axisOf([most])
    expect(top).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(5)
  }
})

test('draws a path through its points, and none without points', () => {
  const scale = { x: (at: number) => at, y: (value: number) => -value }
  const points = [
    { at: 0, value: 1 },
    { at: 2, value: 3 },
  ]
  expect(pathOf(points, scale)).toBe('M0.0 -1.0L2.0 -3.0')
  expect(pathOf([], scale)).toBe('')
})

test('labels a day with times, a month with dates and a year with the starts of months, in the reader’s language', () => {
  const noon = Date.UTC(2026, 10, 21, 12)
  provideTexts(() => new Messages('de', {}))
  expect(timeTicks(noon, noon + 86_400_000).map(({ label }) => label)).toEqual([
    '15:00',
    '21:00',
    '03:00',
    '09:00',
  ])
  provideTexts(() => new Messages('en', {}))
  expect(timeTicks(noon, noon + 32 * 86_400_000)[0]?.label).toBe('25 Nov')
  expect(timeTicks(noon, noon + 400 * 86_400_000).slice(0, 2)).toEqual([
    { at: Date.UTC(2027, 0), label: 'Jan 2027' },
    { at: Date.UTC(2027, 4), label: 'May 2027' },
  ])
  expect(timeTicks(noon, noon + 86_400_000, 'Europe/Berlin')[0]?.label).toBe('16:00')
})
