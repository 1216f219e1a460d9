import { expect, test } from 'vitest'
import { failsIfMatch, matchesIfNoneMatch, parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes=2-', 10, { start: 2, end: 9 }],
  ['bytes=2-99999999999999999999', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['Bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=10-20', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  [undefined, 10, undefined],
  ['', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=5-2', 10, undefined],
  ['bytes=15-12', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['lines=0-1', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
] as const)('%s of %i bytes', (header, size, expected) => expect(parseRange(header, size)).toEqual(expected))

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match: %s', (header, expected) => expect(matchesIfNoneMatch(header, '"a"')).toBe(expected))

test.each([
  [undefined, false],
  ['"a"', false],
  ['"b", "a"', false],
  ['*', false],
  ['"b"', true],
  // Weak ETags never match here: ranges of files that are only equivalent cannot be combined.
  ['W/"a"', true],
  ['', true],
])('If-Match: %s', (header, expected) => expect(failsIfMatch(header, '"a"')).toBe(expected))
