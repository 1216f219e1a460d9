import { expect, test } from 'vitest'
import { decimalOf, proceedsOf, roundedDecimalOf } from './money.ts'

test.each([
  ['0', '0.000000'],
  ['1', '0.000001'],
  ['-1', '-0.000001'],
  ['1500000', '1.500000'],
  ['999999', '0.999999'],
  ['-7250000', '-7.250000'],
  ['1234567000000', '1,234,567.000000'],
  ['9007199254740993000001', '9,007,199,254,740,993.000001'],
])('formats %s micro-units with six places', (microUnits, full) => {
  expect(decimalOf(microUnits)).toBe(full)
})

test.each([
  ['0', '0'],
  ['-1', '0'],
  ['999999', '0.99'],
  ['12001000', '12'],
  ['999990000', '999.99'],
  ['9999999999', '9,999.99'],
  ['10000000000', '10K'],
  ['12399000000', '12.3K'],
  ['-12399000000', '-12.3K'],
  ['123999000000', '123K'],
  ['999999999999', '999K'],
  ['1000000000000', '1M'],
  ['1299999000000', '1.2M'],
  ['5000000000000000', '5B'],
  ['9007199254740993000001', '9,007T'],
])('rounds %s micro-units for narrow spaces', (microUnits, rounded) => {
  expect(roundedDecimalOf(microUnits)).toBe(rounded)
})

test.each([
  [0, 'the whole price'],
  [0.1, 'the price less 10%'],
  [0.07, 'the price less 7%'],
  [0.000001, 'the price less 0.0001%'],
])('describes the proceeds at a fee of %s', (fee, told) => expect(proceedsOf(fee)).toBe(told))
