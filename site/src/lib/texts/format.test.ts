import { unitsInput } from '@baseplate/platform/foundation/form-values'
import { Messages } from '@baseplate/texts/message'
import { expect, test } from 'vitest'
import {
  compareNames,
  formatDayOfYear,
  formatExactMoney,
  formatFileSize,
  formatList,
  formatMoney,
  formatPercent,
  formatShortMoney,
  formatTime,
  typedUnits,
} from './format.ts'
import { provideTexts } from './t.ts'

const readIn = (locale: string) => provideTexts(() => new Messages(locale, {}))

test.each([
  ['0', '0.000000', '0'],
  ['1', '0.000001', '0.000001'],
  ['-1', '-0.000001', '-0.000001'],
  ['12500000', '12.500000', '12.5'],
  ['3000000', '3.000000', '3'],
  ['1234567000000', '1,234,567.000000', '1,234,567'],
  ['9007199254740993000001', '9,007,199,254,740,993.000001', '9,007,199,254,740,993.000001'],
])('formats %s micro-units exactly', (microUnits, exact, plain) => {
  readIn('en')
  expect(formatExactMoney(microUnits)).toBe(exact)
  expect(formatMoney(microUnits)).toBe(plain)
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
  ['999999999999', '999.9K'],
  ['1000000000000', '1M'],
  ['1299999000000', '1.2M'],
  ['5000000000000000', '5B'],
])('shortens %s micro-units without rounding up', (microUnits, short) => {
  readIn('en')
  expect(formatShortMoney(microUnits)).toBe(short)
})

test('formats amounts and percentages in German', () => {
  readIn('de')
  expect(formatMoney('1234500000')).toBe('1.234,5')
  expect(formatExactMoney('1234500000')).toBe('1.234,500000')
  expect(typedUnits('1234500000')).toBe('1234,5')
  expect(formatShortMoney('1299999000000')).toBe('1,2\u00a0Mio.')
  expect(formatPercent(0.075)).toBe('7,5\u00a0%')
})

test.each(['en', 'de', 'fr', 'fa', 'ar-EG'])('writes amounts in %s as the server reads them', (language) => {
  readIn(language)
  const read = unitsInput({ error: 'no amount' })
  for (const microUnits of [0, 1, 125_000, 1_125_000, 12_500_000, 1_234_500_000])
    expect(read.parse(typedUnits(String(microUnits)))).toBe(microUnits)
})

test.each([
  ['en', '22 Nov 2026, 18:05 UTC', '22 Nov', 'Anna, Ben and Carl'],
  ['en-US', 'Nov 22, 2026, 6:05 PM UTC', 'Nov 22', 'Anna, Ben, and Carl'],
  ['de', '22.11.2026, 18:05 UTC', '22. Nov.', 'Anna, Ben und Carl'],
])('formats times and lists in %s', (language, time, day, list) => {
  readIn(language)
  const at = new Date('2026-11-22T18:05Z')
  expect(formatTime(at)).toBe(time)
  expect(formatDayOfYear(at)).toBe(day)
  expect(formatList(['Anna', 'Ben', 'Carl'])).toBe(list)
})

test('sorts names in the alphabet of the language', () => {
  readIn('de')
  expect(['Zebra', 'Ärzte', 'Berg 10', 'Berg 9'].toSorted(compareNames)).toEqual([
    'Ärzte',
    'Berg 9',
    'Berg 10',
    'Zebra',
  ])
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [12_345, '12 kB'],
  [1_500_000, '1.5 MB'],
  [15_500_000, '16 MB'],
  [1_000_000_000, '1 GB'],
  [25_400_000_000, '25.4 GB'],
])('formats a size of %s bytes as %s, in one line', (bytes, size) => {
  readIn('en')
  expect(formatFileSize(bytes)).toBe(size.replace(' ', '\u00a0'))
})
