import { migrations } from '@baseplate/platform/migrations/all'
import { releases } from '@baseplate/platform/migrations/releases'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { findBreaks, findGaps } from './migrations.ts'

/** Returns a migration of these statements. */
const statements = (...texts: string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
const create = `create table notes (id integer primary key, text text, length integer default 0, unique (length, id))`
const index = 'create index notes_length on notes (length)'
const first = {
  '0001-notes': statements(create),
  '0001-notes-by-length': statements(index),
}
const released = [{ version: '0.1.0', last: '0001-notes-by-length' }]

/** Returns the faults of a migration after the first release. */
const breaksOf = (text: string, name = '0002-next') =>
  findBreaks({ ...first, [name]: statements(...text.split(';')) }, released)

test('the migrations since the last release leave what it uses', async () => {
  expect(await findBreaks(migrations, releases)).toEqual([])
  const names = Object.keys(migrations)
  expect(releases.filter(({ last }) => !names.includes(last))).toEqual([])
})

test('the migrations are numbered without gaps', () => {
  expect(findGaps(Object.keys(migrations))).toEqual([])
})

test.each([
  [['0002-first'], ['0002-first should have the number 0001']],
  [['0001-first', '0003-third'], ['0003-third should have the number 0002']],
  [['0001-first', '0001-other'], ['0001-other should have the number 0002']],
])('finds the fault in the numbers of %s', (names, faults) => {
  expect(findGaps(names)).toEqual(faults)
})

test.each([
  ['alter table notes drop column text', 'removes notes.text'],
  ['alter table notes rename column text to content', 'removes notes.text'],
  ['alter table notes rename to texts', 'removes notes.id'],
  ['drop table notes', 'removes notes.id'],
  ['drop index notes_length', 'removes the index notes_length'],
  [
    'create unique index notes_once on notes (text)',
    'makes notes_once unique, which the release before may violate',
  ],
])('finds that a migration breaks the release before: %s', async (text, fault) => {
  expect(await breaksOf(text)).toContain(`0002-next ${fault}`)
})

test.each([
  'alter table notes add column title text',
  "alter table notes add column title text not null default ''",
  'create table tags (name text not null unique)',
  'create index notes_text on notes (text)',
  'drop index notes_length; create index notes_by_length on notes (length)',
])('accepts a migration that the release before can work with: %s', async (text) => {
  expect(await breaksOf(text)).toEqual([])
})

test('accepts a removal only when a release has stopped using what it removes', async () => {
  const removal = 'alter table notes drop column text'
  expect(await breaksOf(removal, '0002-drop-texts-after-0001')).toEqual([])
  const tooEarly = { ...first, '0002-titles': statements('alter table notes add column title text') }
  expect(
    await findBreaks({ ...tooEarly, '0003-drop-texts-after-0002': statements(removal) }, released),
  ).toEqual([
    '0003-drop-texts-after-0002 removes what the release before still uses: 0002 is not the last migration of a release',
  ])
})

test.each([
  [create.replace('text text', 'text integer'), ['changes the type of notes.text']],
  [create.replace('text text', 'text text not null'), ['makes notes.text required']],
  [create.replace('default 0', 'default 1'), ['changes the default of notes.length']],
  [create.replace('default 0', ''), ['changes the default of notes.length']],
  [
    create.replace('text text', 'text text, title text not null'),
    ['adds notes.title, which is required and has no default'],
  ],
  [create.replace(', unique (length, id)', ''), ['removes the index sqlite_autoindex_notes_1']],
])('finds that a recreated table breaks the release before: %s', async (table, faults) => {
  const next = statements('drop table notes', table, index)
  expect(await findBreaks({ ...first, '0002-next': next }, released)).toEqual(
    faults.map((fault) => `0002-next ${fault}`),
  )
})
