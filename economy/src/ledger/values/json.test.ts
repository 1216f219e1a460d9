import { expect, test } from 'vitest'
import { Decimal, parseExact } from './json.ts'

test.each([
  ['5', 5],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['18446744073709551616', 18_446_744_073_709_551_616n],
  ['1.0', new Decimal(1, '1.0')],
  ['-1', new Decimal(-1, '-1')],
  ['-0', new Decimal(-0, '-0')],
  ['1e3', new Decimal(1000, '1e3')],
  ['1E400', new Decimal(Number.POSITIVE_INFINITY, '1E400')],
  ['{"Fee":0.1,"Amount":5}', { Fee: 0.1, Amount: 5 }],
  ['{"Fee":0.1,"Amount":5.0}', { Fee: new Decimal(0.1, '0.1'), Amount: new Decimal(5, '5.0') }],
  ['{"Fee":0.1,"Amount":5e0}', { Fee: new Decimal(0.1, '0.1'), Amount: new Decimal(5, '5e0') }],
  ['{"Fee":1.0,"Amount":5}', { Fee: new Decimal(1, '1.0'), Amount: 5 }],
  ['{"Fee":0.1e1}', { Fee: new Decimal(1, '0.1e1') }],
])('parses %s without losing precision', (text, value) => {
  expect(parseExact(text)).toEqual(value)
})
