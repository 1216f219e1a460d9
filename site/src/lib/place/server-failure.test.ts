import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { serverFailure } from './server-failure.ts'

const german = new Catalogue('de', readShipped('de'))

test.each([
  ['it used more than 2000000000 bytes of memory', 'Er brauchte mehr als 2\u00a0GB Arbeitsspeicher'],
  ['it ended with code 1', 'Er wurde mit dem Code 1 beendet'],
  ['it ended without a word', 'Er wurde aus unbekanntem Grund beendet'],
  ['out of cheese', 'out of cheese'],
])('formats the reason “%s” in German as “%s”', (reason, text) => {
  provideTexts(() => german)
  expect(serverFailure(reason)).toBe(text)
})
