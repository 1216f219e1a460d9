import { expect, test } from 'vitest'
import { newPlayerKey, placeOfKey } from './player-key.ts'

test.each([1, 100_000_000, 999_999_999])(
  'a key of place %i has 32 characters, and leads to its place',
  (id) => {
    const { key } = newPlayerKey(id)
    expect(key).toMatch(/^[a-z0-9]{32}$/)
    expect(placeOfKey(key)).toBe(id)
  },
)

test('a place has different keys', () => expect(newPlayerKey(1).key).not.toBe(newPlayerKey(1).key))

test.each(['', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}_`, `${'a'.repeat(31)}A`])(
  '%j is no key',
  (text) => expect(placeOfKey(text)).toBeUndefined(),
)
