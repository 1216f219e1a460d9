import { commentTitle, postTitle } from '@baseplate/platform/moderation/reports/titles'
import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { subjectTitle } from './subject-title.ts'

const german = new Catalogue('de', readShipped('de'))

test.each([
  ['post', postTitle('Anna'), 'Beitrag von Anna'],
  ['comment', commentTitle('Anna', 'Hat on fire'), 'Kommentar von Anna zu Hat on fire'],
  ['place', 'Post of Anna', 'Post of Anna'],
] as const)('formats the title of a reported %s, “%s”, in German as “%s”', (type, title, text) => {
  provideTexts(() => german)
  expect(subjectTitle({ type, title })).toBe(text)
})
