import { configSchema } from '@baseplate/platform/config/schema'
import { hasPgBouncer, startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type Kysely, sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'
import { DatabaseUnavailable } from './outage.ts'

interface Schema {
  counts: { name: string; count: number }
}

const migrations = {
  '0001-counts': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table counts (name text primary key, count integer not null)`.execute(db)
      await sql`insert into counts values ('a', 0), ('b', 0)`.execute(db)
    },
  },
}

const log = pino({ level: 'silent' })

/** Routes to the same server. A pooler in transaction mode may give each transaction another session. */
const routes = ['PostgreSQL', ...(hasPgBouncer ? ['PgBouncer'] : [])]
if (!hasPgBouncer) console.warn('Skipped: PostgreSQL behind PgBouncer. `apt install pgbouncer` runs it.')

async function open(route: string, written: Partial<typeof configSchema._input.Database> = {}) {
  const database = await createPostgresDatabase()
  const pooler = route === 'PgBouncer' ? await startPgBouncer(inject('postgresUrl')) : undefined
  const url = pooler?.through(database.url) ?? database.url
  const { Database: limits } = configSchema.parse({ Database: written })
  const start = (pooled = pooler !== undefined) =>
    openDatabase<Schema>({ url, dataDirectory: '/nowhere' }, migrations, log, { limits, pooled })
  const opened: Kysely<Schema>[] = []
  onTestFinished(async () => {
    for (const db of opened) await db.destroy()
    await pooler?.stop()
    await database.drop()
  })
  return {
    url: database.url,
    pooler,
    start: async (pooled?: boolean) => {
      const db = await start(pooled)
      opened.push(db)
      return db
    },
  }
}

const add = (db: Kysely<Schema>, name: string) =>
  db
    .updateTable('counts')
    .set(({ eb }) => ({ count: eb('count', '+', 1) }))
    .where('name', '=', name)
    .execute()

const read = async (db: Kysely<Schema>) =>
  Object.fromEntries(
    (await db.selectFrom('counts').selectAll().execute()).map((row) => [row.name, row.count]),
  )

/** Cuts all other connections to a database. */
const cutAll = (db: Kysely<Schema>) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)

/** Returns a barrier that holds two transactions until both have arrived. */
function barrier() {
  let arrived = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    if (++arrived === 2) resolve()
    return promise
  }
}

describe.each(routes)('transactions over %s', (route) => {
  test('run again after a deadlock', async () => {
    const { start } = await open(route)
    const db = await start()
    const meet = barrier()
    let attempts = 0
    const both = (first: string, second: string) =>
      db.transaction().execute(async (trx) => {
        attempts++
        await add(trx, first)
        await meet()
        await add(trx, second)
      })
    await Promise.all([both('a', 'b'), both('b', 'a')])
    expect(attempts).toBeGreaterThan(2)
    expect(await read(db)).toEqual({ a: 2, b: 2 })
  })

  test('fail with DatabaseUnavailable when their connection is cut, and the next ones succeed', async () => {
    const { start } = await open(route)
    const db = await start()
    const work = db.transaction().execute(async (trx) => {
      await add(trx, 'a')
      await cutAll(db)
      await add(trx, 'a')
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(() => read(db).catch(() => undefined)).toEqual({ a: 0, b: 0 })
  })

  test.each([
    [
      'a slow statement',
      { StatementSeconds: 1 },
      (db: Transaction<Schema>) => sql`select pg_sleep(60)`.execute(db).then(() => undefined),
    ],
    ['a lock', { LockSeconds: 1 }, (db: Transaction<Schema>) => add(db, 'a').then(() => undefined)],
  ])('give up on %s', async (_what, limits, wait) => {
    const { start } = await open(route, limits)
    const db = await start()
    await db.transaction().execute(async (holding) => {
      await add(holding, 'a')
      const waiting = db.transaction().execute(wait)
      await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable)
    })
    expect(await read(db)).toEqual({ a: 1, b: 0 })
  })

  test('lose their locks when they are left idle', async () => {
    const { start } = await open(route, { IdleTransactionSeconds: 1 })
    const db = await start()
    await db
      .transaction()
      .execute(async (idle) => {
        await add(idle, 'a')
        // Gets the lock once the idle transaction has lost it.
        await add(db, 'a')
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable))
    expect(await read(db)).toEqual({ a: 1, b: 0 })
  })

  test('leave no settings behind for other clients', async () => {
    const { start } = await open(route, { StatementSeconds: 7, PoolSize: 1 })
    const db = await start()
    const setting = async (db: Kysely<Schema>) =>
      (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]
        ?.statement_timeout
    expect(await db.transaction().execute(setting)).toBe('7s')
    expect(await setting(db)).toBe(route === 'PgBouncer' ? '0' : '7s')
  })
})

describe.each(routes)('a start over %s', (route) => {
  test('migrates once when two processes start together while connections are cut', async () => {
    const { start, url } = await open(route)
    const knife = await openDatabase<Schema>({ url, dataDirectory: '/nowhere' }, {}, log)
    let cutting = true
    const cuts = (async () => {
      for (let cut = 0; cut < 20 && cutting; cut++) await cutAll(knife)
    })()
    const all = await Promise.all([start(), start()])
    cutting = false
    await cuts
    await knife.destroy()
    for (const db of all) await expect.poll(() => read(db).catch(() => undefined)).toEqual({ a: 0, b: 0 })
  })
})

test('run again after a serialization failure', async () => {
  const { start } = await open('PostgreSQL')
  const db = await start()
  const meet = barrier()
  const increment = () =>
    db.transaction().execute(async (trx) => {
      await sql`set transaction isolation level serializable`.execute(trx)
      const { a = 0 } = await read(trx)
      await meet()
      await trx
        .updateTable('counts')
        .set({ count: a + 1 })
        .where('name', '=', 'a')
        .execute()
    })
  await Promise.all([increment(), increment()])
  expect(await read(db)).toEqual({ a: 2, b: 0 })
})

test.runIf(hasPgBouncer)('reports a pooler that is not configured in one sentence', async () => {
  const { start } = await open('PgBouncer')
  await expect(start(false)).rejects.toThrow(CannotStart)
  await expect(start(false)).rejects.toThrow(
    /startup parameter.*set DATABASE_LISTEN_URL to the server itself/,
  )
})
