import { expect, test } from 'vitest'
import { Positions } from './positions.ts'

test('finds every text again among many, and hardly ever one that is not there', () => {
  const positions = new Positions()
  const count = 50_000
  for (let number = 0; number < count; number++) positions.add(`text-${number}`, number)
  let strangers = 0
  for (let number = 0; number < count; number++) {
    expect(positions.candidates(`text-${number}`)).toContain(number)
    strangers += positions.candidates(`other-${number}`).length
  }
  expect(strangers).toBeLessThan(20)
})

test('keeps all events of a text', () => {
  const positions = new Positions()
  positions.add('', 3)
  positions.add('', 7)
  expect(positions.candidates('')).toEqual([3, 7])
})
