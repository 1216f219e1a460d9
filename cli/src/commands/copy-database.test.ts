import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { insertAsset } from '@baseplate/platform/assets/files/store-asset'
import { parseConfig } from '@baseplate/platform/config/load'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { sqliteOnlyTables } from '@baseplate/platform/migrations/all'
import { createPlace } from '@baseplate/platform/places/create'
import { openPlatform, type Platform } from '@baseplate/platform/platform'
import { searchAll } from '@baseplate/platform/search/search-all'
import { requestFriendship } from '@baseplate/platform/social/friendships'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { createLog } from '@baseplate/service/log'
import { sqliteFile } from '@baseplate/storage/database/location'
import { isEmptyPostgres } from '@baseplate/storage/database/rows'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkDatabase } from '../doctor/services.ts'
import type { Copying } from '../testing/copying-process.ts'
import { fillEveryTable, readTables } from '../testing/every-table.ts'
import { copyDatabase } from './copy-database.ts'
import { withDatabase } from './database.ts'

const script = resolve(import.meta.dirname, '../testing/copying-process.ts')

/** Text that JSON or other number and text formats could garble. */
const hostile = `"quotes" \\n \\ 'x'); drop table users; --\u2028\u2029\r\n\t{"a":[1]}\u{1F600}é\uFEFF`

/** Starts a platform on SQLite and creates an empty PostgreSQL database. */
async function start() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'copy-database-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  await copyFile(join(inject('templateDirectory'), sqliteFile), join(dataDirectory, sqliteFile))
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const environment = { BASEPLATE_DATA: dataDirectory, ECONOMY_PORT: '1' }
  const sqlite = parseConfig({ Renderer: { Workers: 0 } }, environment, dataDirectory)
  return { sqlite, postgres: { ...sqlite, databaseUrl: url }, dataDirectory, url }
}

async function withPlatform(config: Config, use: (platform: Platform) => Promise<void>): Promise<void> {
  const platform = await openPlatform(config, createLog('silent'))
  try {
    await use(platform)
  } finally {
    await platform.close()
  }
}

const register = (config: Config, username: string) =>
  withPlatform(config, async (platform) => {
    await registerPerson(platform, username)
  })

/** More assets than are copied in one batch. */
const manyHats = 1_100

async function fill(sqlite: Config, hats: number): Promise<void> {
  await withPlatform(sqlite, async (platform) => {
    const maker = await registerPerson(platform, 'Maker')
    await registerPerson(platform, 'Hatter')
    await requestFriendship(platform, maker, { username: 'Hatter' })
    await createPlace(platform, maker, { name: 'A place', description: hostile })
    const file = { file_size: 1, file_sha256: 'x', file_md5: 'x' }
    await platform.db.transaction().execute(async (db) => {
      const hat = { type: 8, description: 'a\0b', visibility: 'Visible', ...file } as const
      for (let at = 0; at < hats; at++)
        await insertAsset(db, maker, { id: 900_000_001 + at, name: `Hat ${at + 1}`, ...hat }, 0)
    })
    await platform.db.updateTable('places').set({ updated: Number.MAX_SAFE_INTEGER }).execute()
  })
  fillEveryTable(join(sqlite.dataDirectory, sqliteFile))
}

test('copies every row of every table, and the platform searches, counts and runs on the copy', async () => {
  const { sqlite, postgres, dataDirectory } = await start()
  await fill(sqlite, manyHats)
  const before = readTables(join(dataDirectory, sqliteFile))
  await expect(register(postgres, 'Stranger')).rejects.toThrow('baseplate database copy')
  await copyDatabase(postgres)

  const client = new pg.Client({ connectionString: postgres.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  for (const [table, rows] of Object.entries(before)) {
    if (sqliteOnlyTables.includes(table)) continue
    expect(rows.length, `rows of ${table}`).toBeGreaterThan(0)
    const columns = Object.keys(rows[0] ?? {})
    const found = await client.query<{ line: Record<string, unknown> }>(
      `select row_to_json(a_row) as line from "${table}" as a_row`,
    )
    const lines = (list: readonly Record<string, unknown>[]) =>
      list.map((row) => JSON.stringify(columns.map((name) => row[name])).replaceAll('\\u0000', '')).toSorted()
    expect(lines(found.rows.map(({ line }) => line)), table).toEqual(lines(rows))
  }

  const names = await readdir(dataDirectory)
  expect(names.filter((name) => name.startsWith(sqliteFile))).toEqual([
    expect.stringMatching(/^baseplate\.sqlite\.copied-/),
  ])
  await withPlatform(postgres, async (platform) => {
    const newcomer = await registerPerson(platform, 'Newcomer')
    // A user with a row in `departures` waits for deletion, and no search finds such a user.
    await platform.db.deleteFrom('departures').execute()
    const found = await searchAll(platform, newcomer, { q: 'ake' })
    expect(JSON.stringify(found)).toContain('Maker')
    const counted = () =>
      platform.db.selectFrom('catalog_counts').select('assets').where('type', '=', 8).executeTakeFirst()
    const assets = (await counted())?.assets ?? 0
    expect(assets).toBeGreaterThanOrEqual(manyHats)
    await platform.db.deleteFrom('assets').where('id', '=', 900_000_001).execute()
    expect((await counted())?.assets).toBe(assets - 1)
  })
  await expect(register(sqlite, 'Stranger')).rejects.toThrow('Set DATABASE_URL')
  expect(await checkDatabase(sqlite)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('Set DATABASE_URL'),
  })
})

test('completes a copy that was killed when it is run again', async () => {
  const { sqlite, postgres, dataDirectory, url } = await start()
  await fill(sqlite, 1)
  const killAt = async (point: Copying['point']) => {
    const child = spawn(process.execPath, [script, JSON.stringify({ url, dataDirectory, point })], {
      stdio: 'inherit',
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  }
  await killAt('filling')
  expect(await isEmptyPostgres(url)).toBe(true)
  await killAt('committed')
  expect(await readdir(dataDirectory)).toContain(sqliteFile)
  await copyDatabase(postgres)
  expect(await readdir(dataDirectory)).not.toContain(sqliteFile)
  await register(postgres, 'Newcomer')
})

test('refuses a database with other rows, a running product, another version and a missing database', async () => {
  const { sqlite, postgres, dataDirectory } = await start()
  const file = join(dataDirectory, sqliteFile)
  await register(sqlite, 'Maker')
  await expect(copyDatabase(sqlite)).rejects.toThrow('Set DATABASE_URL')

  await withPlatform(sqlite, async () => {
    await expect(copyDatabase(postgres)).rejects.toThrow('is in use. Stop the product')
  })

  await rename(file, `${file}.away`)
  await expect(copyDatabase(postgres)).rejects.toThrow('There is no SQLite database')
  await register(postgres, 'Somebody')
  await rename(`${file}.away`, file)
  await expect(copyDatabase(postgres)).rejects.toThrow('is not empty, and is no copy')
  expect(await readdir(dataDirectory)).toContain(sqliteFile)
  // The configuration decides which of two databases a platform uses.
  await register(postgres, 'Newcomer')

  const database = new DatabaseSync(file)
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-newer', '')")
  database.close()
  await expect(copyDatabase(postgres)).rejects.toThrow('another version of Baseplate')
})

test('refuses an empty PostgreSQL database beside SQLite with accounts, in every command', async () => {
  const { sqlite, postgres, dataDirectory, url } = await start()
  await register(sqlite, 'Maker')
  await expect(register(postgres, 'Stranger')).rejects.toThrow(
    `The database at DATABASE_URL is empty, but ${join(dataDirectory, sqliteFile)} has accounts.`,
  )
  await expect(withDatabase(postgres, async () => {})).rejects.toThrow('baseplate database copy')
  expect(await checkDatabase(postgres)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('baseplate database copy'),
  })
  expect(await isEmptyPostgres(url)).toBe(true)
})

test('starts on an empty PostgreSQL database beside SQLite without accounts', async () => {
  const { postgres } = await start()
  await register(postgres, 'Maker')
})
