import { describe, expect, test } from 'vitest'
import { viewAudit } from '../../moderation/audit/view.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { addStarterLists, saveWords } from './edit.ts'
import { openSharedFilter } from './shared-filter.ts'
import { asksForWords, testText, viewFilter } from './view.ts'

const open = async (kind: (typeof databases)[number], words: string[] = []) => {
  const platform = await openTestPlatform(kind, { Filtering: { Words: words } })
  const person = await registerPerson(platform, 'Founder')
  return { platform, founder: { ...person, permissionLevel: 5 } }
}

const starters = (platform: TestPlatform, actor: Parameters<typeof addStarterLists>[1]) =>
  addStarterLists(platform, actor, { lists: 'en,de' })

describe.each(databases)('text filter on %s', (kind) => {
  test('filters saved words beside those of the configuration', async () => {
    const { platform, founder } = await open(kind, ['darn'])
    await saveWords(platform, founder, { words: 'heck\nfoo bar\n' })
    expect(platform.filterText('Darn, HECK and foo  bar')).toBe('####, #### and ########')
    await saveWords(platform, founder, { words: '' })
    expect(platform.filterText('darn heck')).toBe('#### heck')
  })

  test('another process filters changed words', async () => {
    const { platform, founder } = await open(kind)
    const other = await openSharedFilter({ ...platform, signals: { open: () => () => {}, async close() {} } })
    await saveWords(platform, founder, { words: 'heck' })
    platform.pass(2_000)
    await expect.poll(() => other.filterText('heck')).toBe('####')
  })

  test('refuses to overwrite the words of another administrator', async () => {
    const { platform, founder } = await open(kind)
    const { version } = await viewFilter(platform, founder)
    await saveWords(platform, founder, { words: 'heck', version: String(version) })
    await expect(
      saveWords(platform, founder, { words: 'darn', version: String(version) }),
    ).rejects.toMatchObject({ problem: { code: 'filter.changed' } })
    expect((await viewFilter(platform, founder)).words).toEqual(['heck'])
  })

  test('records added and removed words in the audit log', async () => {
    const { platform, founder } = await open(kind)
    await saveWords(platform, founder, { words: 'heck\ndarn' })
    platform.pass(1)
    await saveWords(platform, founder, { words: 'darn\nblast' })
    const { entries } = await viewAudit(platform, founder, { action: 'changefilter' })
    expect(entries.map(({ subject, before, after }) => ({ subject, before, after }))).toEqual([
      { subject: 'site:filter', before: '{"words":["heck"]}', after: '{"words":["blast"]}' },
      { subject: 'site:filter', before: null, after: '{"words":["heck","darn"]}' },
    ])
  })
})

test('starter lists find slurs, sexual terms and attempts to get in touch', async () => {
  const { platform, founder } = await open('SQLite')
  await starters(platform, founder)
  const text = 'fuck you, call me 555-123-4567, discord.gg/abc'
  expect(await testText(platform, founder, { text })).toEqual({
    passes: false,
    filtered: '#### you, ####### ############, ##########/abc',
  })
  for (const bad of [
    'fucking',
    'f*ck fuuck fück',
    'Hurensöhne',
    'send  nudes',
    'Wo wohnst du?',
    '0151 2345678',
  ])
    expect(platform.filterText(bad), bad).toContain('#')
  for (const fine of [
    'Scunthorpe assassin classic',
    'My score is 1234567890',
    'Wir spielen um 15 Uhr',
    'I won 100 200',
  ])
    expect(platform.filterText(fine), fine).toBe(fine)
})

test('keeps own words when starter lists are added', async () => {
  const { platform, founder } = await open('SQLite')
  await saveWords(platform, founder, { words: 'heck' })
  await starters(platform, founder)
  const { words, starterLists } = await viewFilter(platform, founder)
  expect(words[0]).toBe('heck')
  expect(starterLists.map(({ language, missing }) => [language, missing])).toEqual([
    ['en', 0],
    ['de', 0],
  ])
})

test('adds the starter lists of the checked boxes', async () => {
  const { platform, founder } = await open('SQLite')
  await addStarterLists(platform, founder, { 'list-en': 'true', 'list-de': 'false' })
  expect(platform.filterText('fuck, Hurensöhne')).toBe('####, Hurensöhne')
  const unknown = addStarterLists(platform, founder, { 'list-xx': 'true' })
  expect(await errorsOf(unknown)).toHaveProperty('lists')
})

test('asks administrators of a new platform until they decide', async () => {
  const { platform, founder } = await open('SQLite')
  expect(await asksForWords(platform, { ...founder, permissionLevel: 4 })).toBe(false)
  expect(await asksForWords(platform, founder)).toBe(true)
  await addStarterLists(platform, founder, {})
  expect(await asksForWords(platform, founder)).toBe(false)
})

test('does not ask when the configuration has words', async () => {
  const { platform, founder } = await open('SQLite', ['darn'])
  expect(await asksForWords(platform, founder)).toBe(false)
})

test.each([
  ['a*', 'not specific'],
  ['*', 'only a wildcard'],
  ['fo*bar', 'a wildcard in the middle'],
  ['x'.repeat(101), 'too long'],
])('refuses %s, which is %s', async (words) => {
  const { platform, founder } = await open('SQLite')
  expect(await errorsOf(saveWords(platform, founder, { words }))).toHaveProperty('words')
})

test('refuses staff below administrators', async () => {
  const { platform, founder } = await open('SQLite')
  const moderator = { ...founder, permissionLevel: 4 }
  const refused = { problem: { code: 'site.level_too_low' } }
  await expect(saveWords(platform, moderator, { words: 'heck' })).rejects.toMatchObject(refused)
  await expect(starters(platform, moderator)).rejects.toMatchObject(refused)
  await expect(viewFilter(platform, moderator)).rejects.toMatchObject(refused)
  await expect(testText(platform, moderator, { text: 'heck' })).rejects.toMatchObject(refused)
})
