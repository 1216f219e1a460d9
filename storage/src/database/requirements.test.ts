import { createDatabase } from '@baseplate/platform/testing/postgres-databases'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'
import { expectEmptyPostgres } from './rows.ts'
import { appliedMigrations } from './schema-version.ts'

const log = pino({ level: 'silent' })

const migrations = {
  '0001-notes': {
    up: async (db: Kysely<unknown>) => {
      await db.schema.createTable('notes').addColumn('text', 'text').execute()
    },
  },
}

/** Creates a database, prepares it with statements of the administrator, and returns its address for a role of its own. */
async function prepare(template: string, statements: (role: string) => readonly string[]) {
  const database = await createDatabase(inject('postgresUrl'), template)
  const role = `role_${database.name}`
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  for (const statement of [`create role ${role} login password 'x'`, ...statements(role)])
    await admin.query(statement)
  onTestFinished(async () => {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
    await admin.end()
    await database.drop()
  })
  const url = new URL(database.url)
  url.username = role
  url.password = 'x'
  const open = () => openDatabase<unknown>({ url: url.href, dataDirectory: '/nowhere' }, migrations, log)
  return { open, url: url.href, admin, role }
}

test('names the missing privilege when the role may not create tables', async () => {
  const { open, role } = await prepare('template0', () => ['revoke create on schema public from public'])
  await expect(open()).rejects.toThrow(
    `The database at DATABASE_URL cannot be used: permission denied for schema public. Let the role create tables: GRANT CREATE ON SCHEMA "public" TO "${role}".`,
  )
})

test('refuses a database whose encoding lacks characters, also for a restore', async () => {
  const { open, url } = await prepare("template0 encoding 'LATIN1' locale 'C'", () => [])
  const refusal = 'its encoding is LATIN1, which cannot store every text'
  await expect(open()).rejects.toThrow(refusal)
  await expect(expectEmptyPostgres(url)).rejects.toThrow(refusal)
})

test('refuses a role whose schemas do not exist', async () => {
  const { open } = await prepare('template0', (role) => [`alter role ${role} set search_path = absent`])
  await expect(open()).rejects.toThrow("no schema of the role's search_path exists")
})

test('keeps its record of migrations beside that of another program in a visible schema', async () => {
  const { open, admin } = await prepare('template0', (role) => [
    'create table public.kysely_migration (name text, timestamp text)',
    "insert into public.kysely_migration values ('another', '')",
    'create table public.kysely_migration_lock (id text, is_locked integer)',
    `create schema baseplate authorization ${role}`,
    `alter role ${role} set search_path = baseplate, public`,
    `grant all on all tables in schema public to ${role}`,
  ])
  const db = await open()
  expect(await appliedMigrations(db)).toEqual(['0001-notes'])
  await db.destroy()
  await (await open()).destroy()
  const { rows } = await admin.query('select name from public.kysely_migration')
  expect(rows).toEqual([{ name: 'another' }])
})

test('reports the error that aborted a transaction instead of its consequence', async () => {
  const { url } = await prepare('template0', () => [])
  const db = openPostgres<unknown>(url)
  onTestFinished(() => db.destroy())
  const failing = db.transaction().execute(async (trx) => {
    await sql`select * from absent`.execute(trx).catch(() => undefined)
    await sql`select 1`.execute(trx)
  })
  await expect(failing).rejects.toThrow('relation "absent" does not exist')
  const later = db.transaction().execute((trx) => sql`select * from missing`.execute(trx))
  await expect(later).rejects.toThrow('relation "missing" does not exist')
})
