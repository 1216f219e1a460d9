import { expect, test } from 'vitest'
import { decimalOf, shortDecimalOf } from './money.ts'

test.each([
  ['0', '0.000000', '0'],
  ['1', '0.000001', '0'],
  ['-1', '-0.000001', '0'],
  ['1500000', '1.500000', '1.50'],
  ['999999', '0.999999', '0.99'],
  ['7000000', '7.000000', '7'],
  ['-7250000', '-7.250000', '-7.25'],
  ['1234567000000', '1,234,567.000000', '1,234,567'],
  ['9007199254740993000001', '9,007,199,254,740,993.000001', '9,007,199,254,740,993'],
])('%s micro-units', (microUnits, full, short) => {
  expect(decimalOf(microUnits)).toBe(full)
  expect(shortDecimalOf(microUnits)).toBe(short)
})
