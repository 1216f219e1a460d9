import { expect, test } from 'vitest'
import { Messages } from './message.ts'
import { parseMessage } from './parse.ts'
import { shippedCatalogue } from './shipped.ts'

test('formats a tag that has the name of an argument, also in a plural form', () => {
  const text =
    '{count, plural, one {# item by <maker>{maker}</maker>} other {# items by <maker>{maker}</maker>}}'
  const messages = new Messages('en', { text: parseMessage(text) })
  expect(messages.formatPieces('text', { count: 2, maker: 'Anna' }, ['maker'])).toEqual([
    '2 items by ',
    { tag: 'maker', text: 'Anna' },
  ])
})

// The platform passes amounts as strings with a decimal point.
test.each([
  ['en', 'price_changed', { currency: '◈', price: '1234.5' }, /◈\u00a01,234\.5\b/],
  ['de', 'price_changed', { currency: '◈', price: '1234.5' }, /◈\u00a01\.234,5\b/],
  ['de', 'look_unaffordable', { currency: '◈', missing: '0.000001' }, /◈\u00a00,000001\b/],
] as const)(
  'writes the amount of a refusal on %s pages as the language does: %s',
  (locale, code, values, amount) => {
    expect(shippedCatalogue(locale).format(`refusals-on-pages.catalog.${code}`, values)).toMatch(amount)
  },
)
