import { day, minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { hasEnded, isLastUseDue, isOnline, isRenewalDue } from './rules.ts'

const now = 1_700_000_000_000

test.each([
  [0, true],
  [10 * minute - 1, true],
  [10 * minute, false],
])('a user whose last use is %i ms ago is online: %s', (age, online) => {
  expect(isOnline(now - age, now)).toBe(online)
})

test.each([
  [29 * day - 1, true],
  [29 * day, false],
  [30 * day, false],
])('a session that expires in %i ms is renewed: %s', (left, renewed) => {
  expect(isRenewalDue({ expires: now + left }, now)).toBe(renewed)
})

test.each([
  [5 * minute - 1, false],
  [5 * minute, true],
])('a use %i ms after the last one is stored: %s', (age, stored) => {
  expect(isLastUseDue({ last_used: now - age }, now)).toBe(stored)
})

test.each([
  [0, false],
  [now - 1, true],
  [now, true],
  [now + 1, false],
])('a token that is replaced from %i on has ended: %s', (replaced, ended) => {
  expect(hasEnded({ replaced }, now)).toBe(ended)
})
