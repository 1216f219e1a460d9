import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { omittedItems, renderFailure } from './render-failure.ts'
import { provideTexts } from './t.ts'

const german = new Catalogue('de', readShipped('de'))

test('formats the reason of a failed render in German', () => {
  provideTexts(() => german)
  expect(renderFailure('The mesh of asset 9 ends early')).toBe('Das Mesh von Artikel 9 ist beschädigt')
  expect(renderFailure('The mesh of asset 9 has version 4.00, but only 1.00 to 3.01 are supported')).toBe(
    german.format('render-failures.version', { id: '9' }),
  )
})

test('formats the items that a render left out in German', () => {
  provideTexts(() => german)
  expect(omittedItems('hat asset 9: The model has no parts; shirt asset 7: Its file is missing')).toBe(
    'Hut (Artikel 9): Das Modell ist leer. Shirt (Artikel 7): Die Datei fehlt.',
  )
})
