import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleReports } from './throttle-reports.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('reports the first error at once, and those of the next ten seconds together', () => {
  const lines: unknown[] = []
  const report = throttleReports((error) => lines.push(error))
  for (let n = 0; n < 1000; n++) report(`full ${n}`)
  expect(lines).toEqual(['full 0'])
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(1)).toEqual(['full 999 (999 times in 10 seconds)'])
  report('again')
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(2)).toEqual(['again'])
  vi.advanceTimersByTime(10_000)
  report('at once')
  expect(lines.slice(3)).toEqual(['at once'])
})
