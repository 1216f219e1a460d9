import { describe, expect, test } from 'vitest'
import { Catalogues } from './catalogues.ts'
import { inEnglish } from './english.ts'
import { readShipped } from './read.ts'

async function open(
  files: Record<string, unknown> = {},
  options: { offered?: string[]; standard?: string } = {},
) {
  const changes = Object.entries(files).map(([name, texts]) => ({
    name,
    content: typeof texts === 'string' ? texts : JSON.stringify(texts),
  }))
  const warnings: string[] = []
  const catalogues = new Catalogues({
    changes,
    folder: 'texts',
    offered: [],
    standard: 'en',
    warn: (sentence) => warnings.push(sentence),
    ...options,
  })
  return { catalogues, warnings }
}

test('ships every text in English and German', async () => {
  const { catalogues } = await open()
  expect(catalogues.all.map(({ locale, name, direction }) => [locale, name, direction])).toEqual([
    ['en', 'English', 'ltr'],
    ['de', 'Deutsch', 'ltr'],
  ])
  expect(catalogues.missingIn('de')).toEqual([])
  expect(catalogues.of('de').format('time.just_now')).toBe('gerade eben')
})

test.each(['en', 'de'] as const)('has a plural in %s only where its forms differ', (locale) => {
  const plurals = /\{\w+, plural,((?: (?:=\d+|\w+) \{[^{}]*\})+)\}/g
  const needless = Object.entries(readShipped(locale)).filter(([, text]) =>
    [...text.matchAll(plurals)].some(([, forms = '']) => {
      const texts = [...forms.matchAll(/\{([^{}]*)\}/g)].map(([, form]) => form)
      return new Set(texts).size === 1
    }),
  )
  expect(needless).toEqual([])
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['fr', 'en'],
  ['*', 'en'],
  ['de;q=0', 'en'],
  ['', 'en'],
  [',;=', 'en'],
  [null, 'en'],
])('answers Accept-Language %s with the language %s', async (header, locale) => {
  const { catalogues } = await open()
  expect(catalogues.preferredBy(header).locale).toBe(locale)
})

test('adds a language from one file, with English where it lacks a text', async () => {
  const { catalogues } = await open({ 'he.json': { 'time.just_now': 'ממש עכשיו' } })
  const hebrew = catalogues.of('he')
  expect([hebrew.name, hebrew.direction]).toEqual(['עברית', 'rtl'])
  expect(hebrew.format('time.just_now')).toBe('ממש עכשיו')
  expect(hebrew.format('common.back')).toBe('Back')
  expect(catalogues.missingIn('he')).toContain('common.back')
})

test('tells texts of an added language that are still English from translated ones', async () => {
  const { catalogues } = await open({ 'fr.json': { ...readShipped('en'), 'common.back': 'Retour' } })
  expect(catalogues.missingIn('fr')).toEqual([])
  expect(catalogues.copiedIn('fr')).toContain('time.just_now')
  expect(catalogues.copiedIn('fr')).not.toContain('common.back')
  expect(catalogues.copiedIn('de')).toEqual([])
})

test('changes texts of a shipped language for readers but not for programs', async () => {
  const { catalogues } = await open({ 'en.json': { 'refusals.places.full': 'No seats left' } })
  expect(catalogues.of('en').format('refusals.places.full')).toBe('No seats left')
  expect(inEnglish('refusals.places.full')).toBe('This game is full')
  expect(catalogues.of('en').version).not.toBe((await open()).catalogues.of('en').version)
})

test('offers only the chosen languages, the default first', async () => {
  const { catalogues } = await open({ 'fr.json': {} }, { offered: ['en', 'de'], standard: 'de' })
  expect(catalogues.locales).toEqual(['de', 'en'])
  expect(catalogues.offers('fr')).toBe(false)
  expect(catalogues.of('fr').locale).toBe('de')
})

test('reports texts that the platform does not use, and goes on', async () => {
  const { warnings } = await open({ 'fr.json': { 'old.key': 'x' } })
  expect(warnings).toEqual([
    expect.stringMatching(/fr\.json has texts that the platform does not use: old\.key$/),
  ])
})

describe('refuses with a sentence', () => {
  test.each([
    ['fr.json', '{', /fr\.json is not JSON/],
    ['fr.json', '[]', /fr\.json has to be an object of texts by key/],
    ['fr.json', { 'common.back': 3 }, /the text of common\.back is not a string/],
    ['fr.json', { 'common.back': '{' }, /the text of common\.back is not a valid message/],
    [
      'fr.json',
      { 'common.back': 'Retour {name}' },
      /common\.back uses \{name\}, and there is only plain text/,
    ],
    ['french.txt.json', {}, /not named after a language/],
  ])('%s with %s', async (name, texts, sentence) => {
    await expect(open({ [name]: texts })).rejects.toThrow(sentence)
  })

  test('a default language that does not exist', async () => {
    await expect(open({}, { standard: 'fr' })).rejects.toThrow(
      /There is no language fr: .*fr\.json does not exist/,
    )
  })
})
