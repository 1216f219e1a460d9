import { expect, test } from 'vitest'
import { formatServerFailure } from './server-failure.ts'
import { shippedCatalogue } from './shipped.ts'

test.each([
  ['it used more than 2000000000 bytes of memory', 'Er brauchte mehr als 2\u00a0GB Arbeitsspeicher'],
  ['it ended with code 1', 'Er wurde mit dem Code 1 beendet'],
  ['it ended without a word', 'Er wurde aus unbekanntem Grund beendet'],
  ['out of cheese', 'out of cheese'],
])('formats the reason “%s” in German as “%s”', (reason, text) => {
  expect(formatServerFailure(reason, shippedCatalogue('de'))).toBe(text)
})
