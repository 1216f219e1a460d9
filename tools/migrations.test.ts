import { migrations } from '@baseplate/platform/migrations/all'
import { releases } from '@baseplate/platform/migrations/releases'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { findBreaks } from './migrations.ts'

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(text).execute(db)
  },
})
const first = { '0001-notes': statement('create table notes (id integer primary key, text text)') }
const released = [{ version: '0.1.0', last: '0001-notes' }]

/** Returns the faults of a migration after the first release. */
const breaksOf = (text: string, name = '0002-next') =>
  findBreaks({ ...first, [name]: statement(text) }, released)

test('the migrations since the last release leave what it uses', async () => {
  expect(await findBreaks(migrations, releases)).toEqual([])
  const names = Object.keys(migrations)
  expect(releases.filter(({ last }) => !names.includes(last))).toEqual([])
})

test.each([
  ['alter table notes drop column text', 'removes notes.text'],
  ['alter table notes rename column text to content', 'removes notes.text'],
  ['alter table notes rename to texts', 'removes notes.id'],
  ['drop table notes', 'removes notes.id'],
])('finds that a migration breaks the release before: %s', async (text, fault) => {
  expect(await breaksOf(text)).toContain(`0002-next ${fault}`)
})

test.each([
  'alter table notes add column title text',
  "alter table notes add column title text not null default ''",
  'create table tags (name text not null)',
])('accepts a migration that the release before can work with: %s', async (text) => {
  expect(await breaksOf(text)).toEqual([])
})

test('accepts a removal only when a release has stopped using what it removes', async () => {
  const removal = 'alter table notes drop column text'
  expect(await breaksOf(removal, '0002-drop-texts-after-0001')).toEqual([])
  const tooEarly = { ...first, '0002-titles': statement('alter table notes add column title text') }
  expect(
    await findBreaks({ ...tooEarly, '0003-drop-texts-after-0002': statement(removal) }, released),
  ).toEqual([
    '0003-drop-texts-after-0002 removes what the release before still uses: 0002 is not the last migration of a release',
  ])
})

test('finds a new column that the release before does not fill', async () => {
  const retype = {
    up: async (db: Kysely<unknown>) => {
      await sql`drop table notes`.execute(db)
      await sql`create table notes (id integer primary key, text integer not null, title text not null)`.execute(
        db,
      )
    },
  }
  expect(await findBreaks({ ...first, '0002-next': retype }, released)).toEqual([
    '0002-next changes the type of notes.text',
    '0002-next adds notes.title, which is required and has no default',
  ])
})
