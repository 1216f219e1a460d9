import { expect, test } from 'vitest'
import { hour, minute, second } from '../../foundation/clock.ts'
import { isFinalRefusal, nextAttempt, overdueText } from './rules.ts'

const start = 1_700_000_000_000

test('a refusal is final once no unanswered request can still arrive', () => {
  expect(isFinalRefusal(null, start)).toBe(true)
  expect(isFinalRefusal(start, start + minute - 1)).toBe(false)
  expect(isFinalRefusal(start, start + minute)).toBe(true)
  expect(isFinalRefusal(start, start - hour), 'a clock that went back settles nothing').toBe(false)
})

test('retries back off up to a minute, with one as soon as a refusal is final', () => {
  const waits = [1, 2, 3, 4, 50, 5_000].map(
    (attempt) => nextAttempt({ attempt, unanswered: null }, start) - start,
  )
  expect(waits).toEqual([10, 20, 40, 60, 60, 60].map((seconds) => seconds * second))
  expect(nextAttempt({ attempt: 4, unanswered: start - 45 * second }, start)).toBe(start + 15 * second)
  expect(nextAttempt({ attempt: 4, unanswered: start - minute }, start)).toBe(start + minute)
})

test('settles a refused payment within two minutes of one lost answer, at any back-off', () => {
  for (let attempt = 1; attempt < 20; attempt++) {
    // The last request before the ledger was reachable again is the one without an answer.
    const unanswered = start
    let due = nextAttempt({ attempt, unanswered }, start)
    for (let count = attempt + 1; !isFinalRefusal(unanswered, due); count++) {
      due = nextAttempt({ attempt: count, unanswered }, due)
    }
    expect(due - start).toBeLessThanOrEqual(minute)
  }
})

test.each([
  [5 * minute + 1, 'pending for 5 minutes: no answer'],
  [119 * minute, 'pending for 119 minutes: no answer'],
  [2 * hour, 'pending for 2 hours: no answer'],
  [49 * hour, 'pending for 2 days: no answer'],
])('after %s ms, an overdue payment is %s', (age, text) => {
  expect(overdueText({ created: start, reason: 'no answer' }, start + age)).toBe(text)
})
