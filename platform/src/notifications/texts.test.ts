import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { noteOf, sentenceOf } from './texts.ts'

// Notifications of earlier versions have the amount as a text with six places.
test.each([1234.5, '1234.500000'])('writes the amount of a mint, %o, as the language does', (amount) => {
  const mint = { event: 'mint', values: { amount, note: 'Prize' }, sender: null } as const
  expect(sentenceOf(shippedCatalogue('de'), mint)).toBe('Du hast 1.234,5 erhalten: Prize')
  expect(noteOf(mint)).toBe('You received 1,234.5 units: Prize')
})
