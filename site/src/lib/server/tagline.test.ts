import { defaultTagline } from '@baseplate/platform/foundation/config/groups'
import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { shownTagline, storedTagline, taglineOf } from './tagline.ts'

test.each([
  ['en', defaultTagline, defaultTagline],
  ['de', defaultTagline, 'Erstelle Spiele mit deinen Freunden, und spiel die der anderen.'],
  ['de', 'Games by our school.', 'Games by our school.'],
] as const)('shows %s readers “%s” as “%s”', (locale, tagline, shown) => {
  provideTexts(() => shippedCatalogue(locale))
  expect(taglineOf(tagline)).toBe(shown)
})

test.each(['en', 'de'] as const)(
  'stores the shipped tagline that %s administrators see as the default',
  (locale) => {
    provideTexts(() => shippedCatalogue(locale))
    expect(storedTagline(shownTagline(defaultTagline))).toBe(defaultTagline)
  },
)

test('stores a tagline of the administrator as it is', () => {
  provideTexts(() => shippedCatalogue('de'))
  expect(storedTagline('Games by our school.')).toBe('Games by our school.')
})
