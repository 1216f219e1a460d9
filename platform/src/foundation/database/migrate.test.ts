import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
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
  up: async () => {
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
