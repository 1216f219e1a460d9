import { expect, test } from 'vitest'
import { hashText } from './hash.ts'
import { Positions } from './positions.ts'

test('finds every number among many, and rarely one of another text', () => {
  const positions = new Positions()
  const count = 50_000
  for (let number = 0; number < count; number++) positions.add(hashText(`text-${number}`), number)
  let strangers = 0
  let lost = 0
  for (let number = 0; number < count; number++) {
    if (positions.find(hashText(`text-${number}`), (found) => found === number) !== number) lost++
    positions.find(hashText(`other-${number}`), () => {
      strangers++
      return false
    })
  }
  expect(lost).toBe(0)
  expect(strangers).toBeLessThan(20)
})

test('compares all numbers with the same hash', () => {
  const positions = new Positions()
  positions.add(0xffffffff, 3)
  positions.add(0xffffffff, 7)
  const asked: number[] = []
  expect(positions.find(0xffffffff, (number) => asked.push(number) === 3)).toBe(-1)
  expect(asked).toEqual([3, 7])
})
