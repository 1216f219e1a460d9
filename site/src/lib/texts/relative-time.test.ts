import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { expect, test } from 'vitest'
import { every, formatDuration, relativeTime, upcomingTime } from './relative-time.ts'
import { provideTexts } from './t.ts'

const catalogues = {
  en: catalogueOf('en'),
  de: catalogueOf('de'),
}

function catalogueOf(locale: 'en' | 'de') {
  return new Catalogue(locale, readShipped(locale))
}

const minute = 60_000
const hour = 60 * minute

test.each([
  ['en', 50 * hour, '2 days 2 hr'],
  ['en', 50 * hour + 1, '2 days 3 hr'],
  ['en', 12 * hour + 1, '12 hr 1 min'],
  ['en', hour, '1 hr 0 min'],
  ['en', hour - 1_000, '1 hr 0 min'],
  ['en', 59 * minute, '59 min'],
  ['en', 59_001, '1 min'],
  ['en', 59_000, '59 sec'],
  ['en', -5, '0 sec'],
  ['de', 12 * hour + 1, '12 Std. 1 Min.'],
  ['de', 59_000, '59 Sek.'],
] as const)('formats in %s a duration of %s ms as %s', (locale, ms, text) => {
  provideTexts(() => catalogues[locale])
  expect(formatDuration(ms)).toBe(text.replaceAll(/(?<=\d) /g, '\u00a0'))
})

test.each([
  ['en', 12 * hour, 'every 12 hours'],
  ['en', hour, 'every hour'],
  ['en', 90 * minute, 'every 90 minutes'],
  ['en', 1_500, 'every 1.5 seconds'],
  ['de', 12 * hour, 'alle 12 Stunden'],
  ['de', hour, 'jede Stunde'],
  ['de', 1_500, 'alle 1,5 Sekunden'],
] as const)('formats in %s an interval of %s ms as %s', (locale, ms, text) => {
  provideTexts(() => catalogues[locale])
  expect(every(ms)).toBe(text)
})

test.each([
  ['en', -3 * minute, '3 minutes ago'],
  ['en', 24 * hour, 'tomorrow'],
  ['en', -5_000, 'just now'],
  ['en', -29 * 24 * hour, '29 days ago'],
  ['en', -31 * 24 * hour, '1 Dec 1969'],
  ['en', 40 * 24 * hour, '10 Feb 1970'],
  ['de', -31 * 24 * hour, '01.12.1969'],
  ['de', -3 * minute, 'vor 3 Minuten'],
  ['de', -24 * hour, 'gestern'],
  ['de', -5_000, 'gerade eben'],
] as const)('formats in %s a time %s ms away as %s', (locale, ms, text) => {
  provideTexts(() => catalogues[locale])
  expect(relativeTime(new Date(ms), new Date(0))).toBe(text)
})

test.each([
  ['en', -31 * 24 * hour, '1 Dec 1969'],
  ['de', -31 * 24 * hour, 'am 01.12.1969'],
  ['de', -3 * minute, 'vor 3 Minuten'],
] as const)('formats in a sentence in %s a time %s ms away as %s', (locale, ms, text) => {
  provideTexts(() => catalogues[locale])
  expect(relativeTime(new Date(ms), new Date(0), true)).toBe(text)
})

test.each([
  ['en', 3 * minute, 'in 3 minutes'],
  ['en', 5_000, 'in a moment'],
  ['en', -3 * minute, 'in a moment'],
  ['de', 3 * minute, 'in 3 Minuten'],
  ['de', 5_000, 'gleich'],
] as const)('formats in %s an upcoming time %s ms away as %s', (locale, ms, text) => {
  provideTexts(() => catalogues[locale])
  expect(upcomingTime(new Date(ms), new Date(0))).toBe(text)
})
