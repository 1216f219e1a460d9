import { expect, test } from 'vitest'
import { parsePlaceId } from './input.ts'

test.each([
  ['100000000', 100_000_000],
  ['1', 1],
  ['', undefined],
  ['0x10', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['12345678901', undefined],
  ['../etc/passwd', undefined],
])('parses the id %j as %s', (text, id) => {
  expect(parsePlaceId(text)).toBe(id)
})
