import { day, hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { decayedSum, halfLife, risingOf } from './rules.ts'

const today = Date.UTC(2026, 10, 20)

/** Returns the sums of a place with visits a number of days ago. */
function placeWith(...visits: { daysAgo: number; count: number }[]) {
  const sums = { popularity: 0, momentum: 0 }
  for (const { daysAgo, count } of visits)
    for (const kind of ['popularity', 'momentum'] as const)
      sums[kind] = decayedSum(sums[kind], count, today - daysAgo * day, halfLife[kind])
  return { ...sums, rising: risingOf(sums) }
}

describe('decayed sums', () => {
  test('count a visit half after a half-life', () => {
    const twoOld = decayedSum(0, 2, today - halfLife.popularity, halfLife.popularity)
    const oneNew = decayedSum(0, 1, today, halfLife.popularity)
    expect(twoOld).toBeCloseTo(oneNew, -1)
  })

  test('do not depend on how visits are grouped', () => {
    let single = 0
    for (let count = 0; count < 100; count++) single = decayedSum(single, 1, today, halfLife.momentum)
    expect(Math.abs(single - decayedSum(0, 100, today, halfLife.momentum))).toBeLessThan(100)
  })

  test('take late visits in any order', () => {
    const forwards = decayedSum(decayedSum(0, 5, today - hour, day), 3, today, day)
    const backwards = decayedSum(decayedSum(0, 3, today, day), 5, today - hour, day)
    expect(Math.abs(forwards - backwards)).toBeLessThan(3)
  })

  test('rank more and later visits higher', () => {
    const none = placeWith()
    const old = placeWith({ daysAgo: 60, count: 50 })
    const few = placeWith({ daysAgo: 1, count: 5 })
    const many = placeWith({ daysAgo: 1, count: 50 })
    const ranks = [none, old, few, many].map(({ popularity }) => popularity)
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    expect(none.popularity).toBe(0)
  })
})

describe('rising places', () => {
  test('rank a new success above an equal number of visits to an established place', () => {
    const fresh = placeWith({ daysAgo: 0, count: 100 })
    const established = placeWith({ daysAgo: 5, count: 2_000 }, { daysAgo: 0, count: 100 })
    expect(fresh.rising).toBeGreaterThan(established.rising)
  })

  test('rank many new visits above a single one', () => {
    expect(placeWith({ daysAgo: 0, count: 100 }).rising).toBeGreaterThan(
      placeWith({ daysAgo: 0, count: 1 }).rising,
    )
  })

  test('fall behind when visits stop', () => {
    expect(placeWith({ daysAgo: 10, count: 100 }).rising).toBeLessThan(
      placeWith({ daysAgo: 0, count: 2 }).rising,
    )
  })
})
