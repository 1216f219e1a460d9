import { expect, test } from 'vitest'
import { placeInLine } from './place-in-line.ts'

test.each([
  [1, 1, '1st of 1 waiting'],
  [2, 12, '2nd of 12 waiting'],
  [3, 12, '3rd of 12 waiting'],
  [11, 12, '11th of 12 waiting'],
  [22, 1001, '22nd of more than 1,000 waiting'],
  [null, 1001, 'more than 1,000 are before it'],
])('describes position %s of %s', (position, waiting, words) => {
  expect(placeInLine({ position, waiting })).toBe(words)
})
