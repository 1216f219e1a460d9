import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database.ts'
import { parseConfig } from '../foundation/config/load.ts'
import { openDatabase } from '../foundation/database/open.ts'
import { openPlatform } from '../platform.ts'
import { findByBeginning, findByPart } from '../search/queries.ts'
import { createPostgresDatabase, databases } from '../testing/platforms.ts'
import { migrations } from './all.ts'

test.each(databases)('on %s, those who registered before are found', async (kind) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined
  onTestFinished(async () => {
    await postgres?.drop()
    await rm(dataDirectory, { recursive: true })
  })
  const open = (names: readonly string[]) =>
    openDatabase<Database>(
      { dataDirectory, url: postgres?.url },
      Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name))),
      pino({ level: 'silent' }),
    )
  const names = Object.keys(migrations)
  const before = await open(names.slice(0, names.indexOf('0009-user-search')))
  const user = { password_hash: '', permission_level: 1, description: '', description_updated: 0, created: 0 }
  await before
    .insertInto('users')
    .values({ ...user, id: 'a', username: 'Old_Hand', username_key: 'old_hand', theme: null })
    .execute()
  await before.destroy()

  const after = await open(names)
  for (const q of ['old', 'hand']) {
    expect(
      (await findByBeginning(after, q, '', 9)).length + (await findByPart(after, q, '', 9)).length,
      q,
    ).toBe(1)
  }
  await after.destroy()
})

test('a PostgreSQL that may not have the extension ends the start with a sentence that says what to do', async () => {
  const database = await createPostgresDatabase()
  const administrator = new pg.Client({ connectionString: database.url })
  await administrator.connect()
  const url = new URL(database.url)
  const role = `${url.pathname.slice(1)}_role`
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  onTestFinished(async () => {
    await administrator.query(`drop owned by ${role}`)
    await administrator.end()
    await database.drop()
    const server = new pg.Client({ connectionString: new URL('/postgres', database.url).href })
    await server.connect()
    await server.query(`drop role ${role}`)
    await server.end()
    await rm(directory, { recursive: true, force: true })
  })
  await administrator.query(`create role ${role} login password 'secret'`)
  await administrator.query(`grant all on schema public to ${role}`)
  Object.assign(url, { username: role, password: 'secret' })
  const open = () =>
    openPlatform(
      parseConfig({}, { BASEPLATE_DATA: directory, DATABASE_URL: url.href, ECONOMY_PORT: '1' }, directory),
      pino({ level: 'silent' }),
    )

  await expect(open()).rejects.toThrow(
    /^The database could not be brought up to date: search needs PostgreSQL's extension pg_trgm \(permission denied .*\)\. Have an administrator of the database run: create extension pg_trgm$/,
  )
  await administrator.query('create extension pg_trgm')
  await (await open()).close()
})
