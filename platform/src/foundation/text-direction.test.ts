import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['an override', 'a\u202ebc', 'abc'],
  ['an override with its end', 'a\u202db\u202cc', 'abc'],
  ['an end without a beginning', 'a\u2069b\u202cc', 'abc'],
  ['an open isolate', 'a\u2067b\nc', 'a\u2067b\u2069\nc'],
  ['open embeddings', 'a\u202b\u202ab', 'a\u202b\u202ab\u202c\u202c'],
  ['ends in the wrong order', '\u2067\u202ba\u2069b', '\u2067\u202bab\u202c\u2069'],
  ['an override in an isolate', '\u2068a\u202eb\u2069c', '\u2068ab\u2069c'],
  ['complete isolates and embeddings', '\u2067a\u202bb\u202cc\u2069', '\u2067a\u202bb\u202cc\u2069'],
  ['marks and letters of a right-to-left script', 'مرحبا\u200f! (1)', 'مرحبا\u200f! (1)'],
])('settles the direction of a text with %s', (_kind, typed, stored) => {
  expect(plainText(typed)).toBe(stored)
})
