import { expect, test } from 'vitest'
import { CompactSet } from './compact-set.ts'

test('has what was added, once, and nothing else', () => {
  const set = new CompactSet()
  const name = (index: number) => `payment ${index}`
  for (let round = 0; round < 2; round++) for (let index = 0; index < 20_000; index++) set.add(name(index))
  expect(set.size).toBe(20_000)
  for (let index = 0; index < 20_000; index++) if (!set.has(name(index))) expect.fail(name(index))
  for (let index = 20_000; index < 40_000; index++) if (set.has(name(index))) expect.fail(name(index))
})
