import { hour, minute, second } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { isFinalRefusal, isTooLateToSend, nextAttempt, overdueText } from './rules.ts'

const start = 1_700_000_000_000

test('a refusal is final once no unanswered request can still arrive', () => {
  expect(isFinalRefusal(null)).toBe(true)
  expect(isFinalRefusal(minute - 1)).toBe(false)
  expect(isFinalRefusal(minute)).toBe(true)
})

test.each([
  ['5 seconds old by both clocks', 5 * second, 5 * second, false],
  ['older by the shared clock', 5 * second + 1, 0, true],
  ['older by the steady clock', 0, 5 * second + 1, true],
  ['recorded in the future, because the clock was set back', -6 * second, 0, true],
])('an attempt that is %s', (_case, age, elapsed, isTooLate) => {
  expect(isTooLateToSend(age, elapsed)).toBe(isTooLate)
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
    for (let count = attempt + 1; !isFinalRefusal(due - unanswered); count++) {
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
