import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { queuePosition } from './queue-position.ts'

test.each([
  ['en', 3, 12, 'Position 3 of 12 in the queue'],
  ['en', 22, 1001, 'Position 22 of more than 1,000 in the queue'],
  ['en', null, 1001, 'More than 1,000 items ahead in the queue'],
  ['de', 3, 12, 'Platz 3 von 12 in der Warteschlange'],
  ['de', 22, 1001, 'Platz 22 von mehr als 1.000 in der Warteschlange'],
] as const)('describes in %s position %s of %s', (locale, position, waiting, words) => {
  const catalogue = new Catalogue(locale, readShipped(locale))
  provideTexts(() => catalogue)
  expect(queuePosition({ position, waiting })).toBe(words)
})
