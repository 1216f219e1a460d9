import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPostgresDatabase, databases } from '@baseplate/platform/testing/platforms'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import { sqliteFile } from './location.ts'
import { openDatabase } from './open.ts'

interface Schema {
  notes: { number: number; next: number | null }
}

/** The foreign key is checked at the commit, so a test can make the commit itself fail. */
const migrations = {
  '0001-notes': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table notes (
        number integer primary key, next integer references notes (number) deferrable initially deferred)`.execute(
        db,
      )
    },
  },
}

describe.each(databases)('group commit on %s', (kind) => {
  async function start() {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined
    const log = pino({ level: 'silent' })
    const db = await openDatabase<Schema>({ dataDirectory, url: postgres?.url }, migrations, log)
    onTestFinished(async () => {
      await db.destroy()
      await postgres?.drop()
      await rm(dataDirectory, { recursive: true })
    })
    const groupCommit = createGroupCommit(db)
    const add = (number: number, next: number | null = null) =>
      groupCommit(async (trx) => {
        await trx.insertInto('notes').values({ number, next }).execute()
        return number
      })
    const numbers = async () => {
      const rows = await db.selectFrom('notes').select('number').orderBy('number').execute()
      return rows.map(({ number }) => number)
    }
    return { db, dataDirectory, groupCommit, add, numbers }
  }

  test('stores all changes and returns each caller its own result', async () => {
    const { add, numbers } = await start()
    const all = Array.from({ length: 250 }, (_, number) => number)
    expect(await Promise.all(all.map((number) => add(number)))).toEqual(all)
    expect(await numbers()).toEqual(all)
    expect(await add(1000), 'later').toBe(1000)
  })

  test('rolls back a change that fails half-way and keeps its neighbours', async () => {
    const { groupCommit, add, numbers } = await start()
    const failing = groupCommit(async (trx) => {
      await trx.insertInto('notes').values({ number: 2, next: null }).execute()
      throw new Error('changed my mind')
    })
    const twice = [add(3), add(3)]
    const settled = await Promise.allSettled([add(1), failing, ...twice, add(4)])
    expect(settled.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await numbers()).toEqual([1, 3, 4])
  })

  test('reports a failed commit to its callers and continues with the next', async () => {
    const { add, numbers } = await start()
    await expect(add(1, 99)).rejects.toThrow(/foreign key/i)
    expect(await numbers()).toEqual([])
    expect(await add(2)).toBe(2)
    expect(await numbers()).toEqual([2])
  })
})

test('SQLite commits concurrent changes once, before any of them returns', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const db = await openDatabase<Schema>({ dataDirectory: directory }, migrations, pino({ level: 'silent' }))
  const other = new DatabaseSync(join(directory, sqliteFile), { readOnly: true })
  onTestFinished(async () => {
    other.close()
    await db.destroy()
    await rm(directory, { recursive: true })
  })
  const count = () => other.prepare('select count(*) as count from notes').get()?.count
  const groupCommit = createGroupCommit(db)
  const seen: unknown[] = []
  const add = async (number: number, next: number | null = null) => {
    await groupCommit((trx) => trx.insertInto('notes').values({ number, next }).execute()).then(() =>
      seen.push(count()),
    )
  }
  await Promise.all([add(1), add(2), add(3)])
  expect(seen).toEqual([3, 3, 3])
  const lost = await Promise.allSettled([add(4), add(5, 99), add(6)])
  expect(
    lost.map(({ status }) => status),
    'a failed commit fails every call in its group',
  ).toEqual(['rejected', 'rejected', 'rejected'])
  expect(count()).toBe(3)
})
