import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import { sqliteFile } from './location.ts'
import { openDatabase } from './open.ts'
import { DatabaseFull, DatabaseUnavailable } from './outage.ts'
import { emptyLog } from './sqlite.ts'

interface Schema {
  notes: { number: number; text: string }
}

const migrations = {
  '0001-notes': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table notes (number integer primary key, text text not null)`.execute(db)
    },
  },
}

async function start() {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const db = await openDatabase<Schema>({ dataDirectory: directory }, migrations, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await db.destroy()
    await rm(directory, { recursive: true })
  })
  const file = join(directory, sqliteFile)
  const add = (number: number) => db.insertInto('notes').values({ number, text: 'own' }).execute()
  const count = async () => (await db.selectFrom('notes').select('number').execute()).length
  return { db, file, add, count, groupCommit: createGroupCommit(db) }
}

/** Another process on the database. It runs a statement for each line that it is sent, and answers each with a line. */
async function startOther(file: string) {
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      if (line.startsWith('select')) database.prepare(line).all(); else database.exec(line)
      console.log('done')
    })`
  const other = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    other.kill()
  })
  return async (statement: string) => {
    const answered = once(other.stdout, 'data')
    other.stdin.write(`${statement}\n`)
    await answered
  }
}

/** Waits for timers, which a wait inside SQLite would stop. */
async function letTimersRun(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('SQLite waits for a process that writes, while timers and reads go on', async () => {
  const { db, file, add, count, groupCommit } = await start()
  await add(1)
  const other = await startOther(file)
  await other('begin immediate')
  const writes = [
    add(2),
    db.transaction().execute((trx) => trx.insertInto('notes').values({ number: 3, text: '' }).execute()),
    groupCommit((trx) => trx.insertInto('notes').values({ number: 4, text: '' }).execute()),
  ]
  let isWritten = false
  const all = Promise.all(writes).then(() => {
    isWritten = true
  })
  expect(await count()).toBe(1)
  await letTimersRun()
  expect(isWritten).toBe(false)
  await other("insert into notes values (5, 'other'); commit")
  await all
  expect(await count()).toBe(5)
})

test('SQLite loses no transaction that reads first to a process that writes meanwhile', async () => {
  const { db, file, groupCommit, count } = await start()
  const other = await startOther(file)
  const addNext = (number: number) => async (trx: Kysely<Schema>) => {
    await trx.selectFrom('notes').select('number').execute()
    await new Promise(setImmediate)
    await trx.insertInto('notes').values({ number, text: '' }).execute()
  }
  const writes = async () => {
    for (let number = 1; number <= 20; number++) await other(`insert into notes values (${number}, 'other')`)
  }
  await Promise.all([
    writes(),
    ...Array.from({ length: 20 }, (_, index) => groupCommit(addNext(100 + index))),
    ...Array.from({ length: 20 }, (_, index) => db.transaction().execute(addNext(200 + index))),
  ])
  expect(await count()).toBe(60)
})

test('SQLite is unavailable for writes when another process writes for too long', async () => {
  const { file, add } = await start()
  const other = await startOther(file)
  await other('begin immediate')
  let elapsed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 1_000))
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await expect(add(1)).rejects.toThrow(DatabaseUnavailable)
})

test('emptying the log does not wait for a reader, and says that it must be repeated', async () => {
  const { db, file, add } = await start()
  await add(1)
  const other = await startOther(file)
  await other('begin')
  await other('select * from notes')
  await add(2)
  expect(await emptyLog(db)).toBe(false)
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
  await other('commit')
  expect(await emptyLog(db)).toBe(true)
  expect((await stat(`${file}-wal`)).size).toBe(0)
})

test.each(['statement', 'transaction', 'group'])('a full disk refuses a %s as full', async (kind) => {
  const { db, count, groupCommit } = await start()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  const fill = (on: Kysely<Schema>) =>
    on
      .insertInto('notes')
      .values({ number: 1, text: 'x'.repeat(100_000) })
      .execute()
  const filling =
    kind === 'statement' ? fill(db) : kind === 'group' ? groupCommit(fill) : db.transaction().execute(fill)
  const error = await filling.catch((error) => error)
  expect(error).toBeInstanceOf(DatabaseFull)
  expect(refusalOf(error)).toMatchObject({ reason: 'full', problem: { code: 'site.disk_full' } })
  expect(await count()).toBe(0)
})

test('SQLite gets limits within the text of a statement, which it would compile again for bound ones', async () => {
  const { db } = await start()
  const limited = db.selectFrom('notes').select('number').limit(5).compile()
  expect([limited.sql, limited.parameters]).toEqual(['select "number" from "notes" limit 5', []])
  expect(() => db.selectFrom('notes').select('number').limit(0.5).compile()).toThrow(TypeError)
})
