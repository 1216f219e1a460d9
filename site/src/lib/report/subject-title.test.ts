import { commentTitle, postTitle } from '@baseplate/platform/moderation/reports/rules'
import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { reportTitle, subjectTitle } from './subject-title.ts'

const german = new Catalogue('de', readShipped('de'))
const english = new Catalogue('en', readShipped('en'))

test.each([
  ['post', postTitle('Anna'), 'Beitrag von Anna'],
  ['comment', commentTitle('Anna', 'Hat on fire'), 'Kommentar von Anna zu Hat on fire'],
  ['place', 'Post of Anna', 'Post of Anna'],
] as const)('formats the title of a reported %s, “%s”, in German as “%s”', (type, title, text) => {
  provideTexts(() => german)
  expect(subjectTitle({ type, title })).toBe(text)
})

test.each([
  ['post', postTitle('Anna'), 'Report the post by Anna'],
  ['comment', commentTitle('Anna', 'Hat on fire'), 'Report the comment by Anna on Hat on fire'],
  ['user', 'Anna', 'Report Anna'],
] as const)('titles the page that reports a %s, “%s”, with “%s”', (type, title, text) => {
  provideTexts(() => english)
  expect(reportTitle({ type, title })).toBe(text)
})
