import { configSchema } from '@baseplate/platform/config/schema'
import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { genreName, orderGenres } from './genre-names.ts'

const { Genres: shipped } = configSchema.parse({}).Places

const namesOf = (genres: readonly string[]) => orderGenres(genres).map(genreName)

test('orders the shipped genres by their German names for German readers', () => {
  provideTexts(() => shippedCatalogue('de'))
  expect(namesOf(shipped).slice(0, 5)).toEqual(['Abenteuer', 'Bauen', 'Hindernislauf', 'Horror', 'Kämpfen'])
})

test('leaves the shipped genres in their order for English readers', () => {
  provideTexts(() => shippedCatalogue('en'))
  expect(orderGenres(shipped)).toEqual(shipped)
})

test('leaves an operator’s own list in its order', () => {
  provideTexts(() => shippedCatalogue('de'))
  expect(namesOf(['Zoo', 'Fighting', 'Building'])).toEqual(['Zoo', 'Kämpfen', 'Bauen'])
})
