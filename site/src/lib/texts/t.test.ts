import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { pieces, provideTexts, t } from './t.ts'

test('keeps the German word for emails on one line', () => {
  provideTexts(() => shippedCatalogue('de'))
  expect(t('notification-settings.unsubscribe.title')).toBe('Diese E\u2011Mails abbestellen?')
  expect(pieces('notification-settings.no_email', {}, ['account'])[0]).toEqual({
    tag: 'account',
    text: 'Bestätige eine E\u2011Mail-Adresse',
  })
})
