import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Tower of Fun', 'Tower-of-Fun'],
  ['  --- Hello,   world!!! ', 'Hello-world'],
  ['日本', 'unnamed'],
  ['', 'unnamed'],
  ['Café 24', 'Caf-24'],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
