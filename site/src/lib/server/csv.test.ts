import { expect, test } from 'vitest'
import { csvFile, timeCell } from './csv.ts'

async function* rows(...values: (string | number | null)[]) {
  yield* values
}

const textOf = (...values: (string | number | null)[]) =>
  csvFile('x.csv', [{ label: 'Value', value: (row: string | number | null) => row }], rows(...values)).text()

test('quotes cells with commas, quotes or line breaks, and defuses formulas', async () => {
  expect(await textOf('plain', 'a,b', 'say "x"', 'two\nlines', null, -5)).toBe(
    'Value\r\nplain\r\n"a,b"\r\n"say ""x"""\r\n"two\nlines"\r\n\r\n-5\r\n',
  )
  expect(await textOf('=HYPERLINK("x")', '+1', '-1', '@x', '\t=1')).toBe(
    'Value\r\n"\'=HYPERLINK(""x"")"\r\n\'+1\r\n\'-1\r\n\'@x\r\n\'\t=1\r\n',
  )
})

test('formats times in UTC', () => {
  expect([timeCell(0), timeCell(null)]).toEqual(['1970-01-01T00:00:00.000Z', ''])
})
