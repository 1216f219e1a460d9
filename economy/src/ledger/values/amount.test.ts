import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeMillionthsOf, feeOf, formatUnits, isFee, microMax } from './amount.ts'

const amount = fc.oneof(
  fc.bigInt(0n, microMax),
  fc.bigInt(0n, 10_000_000_000n),
  fc.bigInt(9_007_199_254n - 3n, 9_007_199_254n + 3n),
)
const millionths = fc.integer({ min: 0, max: 999_999 })

test('rounds fees down exactly at any amount', () => {
  fc.assert(
    fc.property(amount, millionths, (whole, fee) => {
      expect(feeOf(whole, fee)).toBe((whole * BigInt(fee)) / 1_000_000n)
    }),
    { numRuns: 5_000 },
  )
})

test('accepts every fraction of six decimals as a fee, and converts it exactly', () => {
  fc.assert(
    fc.property(millionths, (fee) => {
      const fraction = Number(`0.${String(fee).padStart(6, '0')}`)
      expect([isFee(fraction), feeMillionthsOf(fraction)]).toEqual([true, fee])
    }),
    { numRuns: 5_000 },
  )
})

test.each([-0.5, -1, 1, 1.5, 2, 0.0000001, Number.NaN])('refuses %d as a fee', (fee) => {
  expect(isFee(fee)).toBe(false)
})

test('formats amounts with six decimals', () => {
  expect(formatUnits(microMax)).toBe('18446744073709.551615 unit')
  expect(formatUnits(1n)).toBe('0.000001 unit')
})
