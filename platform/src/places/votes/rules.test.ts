import { describe, expect, test } from 'vitest'
import { ratingOf } from './rules.ts'

describe('ratings', () => {
  const rated = (likes: number, dislikes: number) => ratingOf({ likes, dislikes })

  test('are the lower bound of Wilson’s score interval', () => {
    // The worked values of the formula: 1 of 1, 90 of 100, 0 of 10.
    expect(rated(1, 0)).toBe(206_549)
    expect(rated(90, 10)).toBe(825_634)
    expect(rated(0, 10)).toBe(0)
    expect(rated(0, 0)).toBe(0)
  })

  test('rate few votes below many with the same share', () => {
    expect(rated(3, 0)).toBeLessThan(rated(90, 10))
    expect(rated(5, 5)).toBeLessThan(rated(500, 500))
    expect(rated(1_000_000, 0)).toBeLessThan(1_000_000)
  })
})
