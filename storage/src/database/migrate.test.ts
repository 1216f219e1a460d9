import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'

interface Schema {
  notes: { text: string }
}

const first = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createTable('notes').addColumn('text', 'text').execute()
  },
}
const second = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.dropTable('notes').execute()
  },
}
const broken = {
  up: async (db: Kysely<unknown>) => {
    await second.up(db)
    throw new Error('no such luck')
  },
}

async function start() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  const open = (migrations: Parameters<typeof openDatabase>[1]) =>
    openDatabase<Schema>({ dataDirectory }, migrations, pino({ level: 'silent' }))
  const backups = () => readdir(join(dataDirectory, 'backups')).catch(() => [])

  const database = await open({ '0001-first': first })
  await database.insertInto('notes').values({ text: 'kept' }).execute()
  await database.destroy()
  return { dataDirectory, open, backups }
}

test('backs up a database in use before migrating it', async () => {
  const { dataDirectory, open, backups } = await start()
  await (await open({ '0001-first': first })).destroy()
  expect(await backups()).toEqual([])

  await (await open({ '0001-first': first, '0002-second': second })).destroy()
  const copies = await backups()
  expect(copies).toEqual([expect.stringMatching(/^before-0002-second-.*\.sqlite$/)])
  const copy = new DatabaseSync(join(dataDirectory, 'backups', copies[0] ?? ''), { readOnly: true })
  expect(copy.prepare('select text from notes').all()).toEqual([{ text: 'kept' }])
  copy.close()
})

test('a failed migration stops the start with a sentence and loses nothing', async () => {
  const { open, backups } = await start()
  await expect(open({ '0001-first': first, '0002-broken': broken })).rejects.toThrow(
    'The database could not be brought up to date: no such luck',
  )
  expect(await backups()).toHaveLength(1)
  const database = await open({ '0001-first': first })
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'kept' }])
  await database.destroy()
})

const adding = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('notes').addColumn('title', 'text').execute()
  },
}

test('works with the database of a later version, unless its migrations removed something in use', async () => {
  const { open } = await start()
  const removing = { up: second.up }
  const later = { '0001-first': first, '0002-adding': adding }
  await (await open(later)).destroy()
  const database = await open({ '0001-first': first })
  await database.insertInto('notes').values({ text: 'written by the older version' }).execute()
  await database.destroy()

  await (await open({ ...later, '0003-removing-after-0002': removing })).destroy()
  await (await open(later)).destroy()
  for (const known of [{ '0001-first': first }, { ...later, '0002-another-branch': adding }])
    await expect(open(known)).rejects.toThrow(
      'The database belongs to a later version of Baseplate (0003-removing-after-0002), and this version cannot work with it.',
    )
})

test('refuses a database from before the first release', async () => {
  const { open, backups } = await start()
  await expect(open({ '0001-squashed': first })).rejects.toThrow(
    'The database is from before the first release of Baseplate and cannot be upgraded.',
  )
  expect(await backups()).toEqual([])
})

test('requests do not wait for a migration that waits for a table', async () => {
  const { url, drop } = await createPostgresDatabase()
  const open = (migrations: Parameters<typeof openDatabase>[1]) =>
    openDatabase<Schema>({ dataDirectory: '/nowhere', url }, migrations, pino({ level: 'silent' }))
  const running = await open({ '0001-first': first })
  const report = await running.startTransaction().execute()
  await report.selectFrom('notes').selectAll().execute()
  const migrating = open({ '0001-first': first, '0002-adding': adding })
  const waits = sql`select 1 from pg_locks where not granted and relation = 'notes'::regclass`
  await expect.poll(async () => (await waits.execute(running)).rows.length).toBe(1)
  // This statement would wait until the report ends.
  await running.insertInto('notes').values({ text: 'meanwhile' }).execute()
  await report.commit().execute()
  const migrated = await migrating
  expect(await migrated.selectFrom('notes').selectAll().execute()).toEqual([
    { text: 'meanwhile', title: null },
  ])
  for (const db of [running, migrated]) await db.destroy()
  await drop()
})
