import { expect, test } from 'vitest'
import { addTurn, compareFigures, onlyIn, rowOfCompared, turnsOf } from './comparison.ts'

const differ = (before: number[], now: number[]) =>
  compareFigures(new Map([['a', before]]), new Map([['a', now]]))[0]?.differs

test('finds a difference of more than a tenth beyond the spread of both sides', () => {
  expect(differ([100, 101, 99], [120, 121, 119])).toBe(true)
  expect(differ([100, 101, 99], [80, 81, 79])).toBe(true)
})

test('takes a difference within the spread of one side for noise', () => {
  expect(differ([100, 130, 99], [120, 121, 119])).toBe(false)
  expect(differ([100, 101, 99], [120, 150, 119])).toBe(false)
})

test('takes a difference of a tenth for noise, even without any spread', () => {
  expect(differ([100, 100, 100], [110, 110, 110])).toBe(false)
  expect(differ([100, 100, 100], [111, 111, 111])).toBe(true)
  expect(differ([0, 0, 0], [0, 0, 0])).toBe(false)
  expect(differ([0, 0, 0], [1, 1, 1])).toBe(true)
})

test('names the figures that only one side has', () => {
  const [one, other] = [new Map([['a', [1]]]), new Map([['b', [1]]])]
  expect(compareFigures(one, other)).toEqual([])
  expect(onlyIn(one, other)).toEqual(['a'])
})

test('keeps figures of the same name apart', () => {
  const figures = new Map<string, number[]>()
  const turn = (...values: number[]) => values.map((value) => ({ name: 'time', unit: 'ms', value }))
  addTurn(figures, turn(1, 2))
  addTurn(figures, turn(3, 4))
  expect([...figures]).toEqual([
    ['time, ms', [1, 3]],
    ['time, ms (2)', [2, 4]],
  ])
})

test('swaps the sides with each round', () => {
  expect(turnsOf('A', 'B', 3).join('')).toBe('ABBAAB')
})

test('writes a row with medians, half of the spreads, and the verdict', () => {
  const [found] = compareFigures(new Map([['a', [100, 102, 98]]]), new Map([['a', [50, 51, 50]]]))
  expect(found && rowOfCompared(found)).toEqual(['a', '100 ± 2.00', '50.0 ± 0.50', 'DIFFERS by -50 %'])
})
