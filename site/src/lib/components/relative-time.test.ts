import { expect, test } from 'vitest'
import { every, timeLeft } from './relative-time.ts'

test.each([
  [12 * 3_600_000 + 1, '12 h 1 min'],
  [12 * 3_600_000, '12 h 0 min'],
  [60 * 60_000, '1 h 0 min'],
  [60 * 60_000 - 1_000, '1 h 0 min'],
  [59 * 60_000, '59 min'],
  [60_000, '1 min'],
  [59_001, '1 min'],
  [59_000, '59 s'],
  [1, '1 s'],
  [-5, '0 s'],
])('formats a remaining time of %s ms as %s', (ms, text) => expect(timeLeft(ms, 0)).toBe(text))

test.each([
  [12 * 3_600_000, 'every 12 hours'],
  [3_600_000, 'every hour'],
  [90 * 60_000, 'every 90 minutes'],
  [1_500, 'every 1.5 seconds'],
])('formats an interval of %s ms as %s', (ms, text) => expect(every(ms)).toBe(text))
