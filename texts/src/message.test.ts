import { expect, test } from 'vitest'
import { inEnglish } from './english.ts'
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

test('isolates a name that is written from right to left, so that what follows stays behind it', () => {
  const messages = new Messages('en', {
    text: parseMessage('{count} comments on “{game}” by <maker>{maker}</maker>'),
  })
  const values = { count: 2, game: 'سباق', maker: 'Anna' }
  expect(messages.formatPieces('text', values, ['maker'])).toEqual([
    '2 comments on “\u2068سباق\u2069” by ',
    { tag: 'maker', text: 'Anna' },
  ])
})

test('leaves names to programs as they are', () => {
  expect(inEnglish('inbox.item_approved', { item: 'סוס' })).toBe('“סוס” was approved')
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
