import { expect, test } from 'vitest'
import { Messages } from './message.ts'
import { parseMessage } from './parse.ts'

test('formats a tag that has the name of an argument, also in a plural form', () => {
  const text =
    '{count, plural, one {# item by <maker>{maker}</maker>} other {# items by <maker>{maker}</maker>}}'
  const messages = new Messages('en', { text: parseMessage(text) })
  expect(messages.formatPieces('text', { count: 2, maker: 'Anna' }, ['maker'])).toEqual([
    '2 items by ',
    { tag: 'maker', text: 'Anna' },
  ])
})
