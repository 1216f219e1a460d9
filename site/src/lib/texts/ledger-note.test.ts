import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { formatNote } from './ledger-note.ts'
import { provideTexts } from './t.ts'

const german = new Catalogue('de', readShipped('de'))

test.each([
  ['Stipend', 'Taschengeld'],
  ['Bought Straw hat', 'Straw hat gekauft'],
  ['Created the group Bricks', 'Gruppe Bricks erstellt'],
  ['Created Straw hat', 'Straw hat erstellt'],
  ['Won the contest', 'Won the contest'],
])('formats the note “%s” in German as “%s”', (note, text) => {
  provideTexts(() => german)
  expect(formatNote(note)).toBe(text)
})

test('formats a purchase as a sale for the maker who received the amount', () => {
  provideTexts(() => german)
  expect(formatNote('Bought Straw hat', true)).toBe('Straw hat verkauft')
})
