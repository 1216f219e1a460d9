import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { noteOf, sentenceOf, statementOf } from './texts.ts'

test('writes the amount of a mint as the language does', () => {
  const mint = {
    event: 'mint',
    values: { amount: 1234.5, currency: '◈', note: 'Prize' },
    sender: null,
  } as const
  expect(sentenceOf(shippedCatalogue('de'), mint)).toBe('Du hast ◈ 1.234,5 erhalten: Prize')
  expect(noteOf(mint)).toBe('You received ◈ 1,234.5: Prize')
})

test('names a device in the language of the reader', () => {
  const values = { device: 'Firefox on Windows', address: '192.0.2.7' }
  const notice = { event: 'new_device', values, sender: null } as const
  expect(sentenceOf(shippedCatalogue('de'), notice)).toContain('Firefox auf Windows, 192.0.2.7')
})

test('ends a sentence of a mail once', () => {
  const removed = { event: 'post_removed', sender: null } as const
  const texts = shippedCatalogue('en')
  const of = (reason: string) => statementOf(texts, { ...removed, values: { reason } })
  expect(of('Spam')).toBe('Your post was removed: Spam.')
  expect(of('No spam!')).toBe('Your post was removed: No spam!')
})
