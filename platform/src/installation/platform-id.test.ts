import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@baseplate/service/log'
import { openDatabase } from '@baseplate/storage/database/open'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../foundation/config/schema.ts'
import type { Database } from '../foundation/database.ts'
import { migrations } from '../migrations/all.ts'
import { openPlatform } from '../platform.ts'
import { createPostgresDatabase, openTestPlatform } from '../testing/platforms.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { adoptDataDirectory } from './platform-id.ts'

/** Returns a configuration of a platform that has run once, and what starts it. */
async function start({ postgres = false, hasMarker = false } = {}) {
  const { config: base } = await openTestPlatform('SQLite')
  const folder = await mkdtemp(join(tmpdir(), 'data-directory-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const database = postgres ? await createPostgresDatabase() : undefined
  if (database) onTestFinished(database.drop)
  const markerFile = join(folder, 'marker')
  const config: Config = {
    ...base,
    dataDirectory: join(folder, 'disk', 'data'),
    databaseUrl: database?.url,
    ...(hasMarker && { markerFile }),
  }
  if (hasMarker) await writeFile(markerFile, '')
  const begin = async () => (await openPlatform(config, createLog('silent'))).close()
  await mkdir(join(folder, 'disk'))
  await begin()
  return { config, folder, begin, markerFile, away: join(folder, 'away') }
}

test('starts nothing where a restore was stopped, until its remains are removed', async () => {
  const { config, begin } = await start()
  await rm(config.dataDirectory, { recursive: true })
  const staging = `${config.dataDirectory}.restoring`
  await mkdir(join(staging, 'data'), { recursive: true })
  await expect(begin()).rejects.toThrow('A restore into')
  await expect(prepareDataDirectory(config)).rejects.toThrow('A restore into')
  await rm(join(staging, 'data'), { recursive: true })
  await expect(prepareDataDirectory(config)).rejects.toThrow('A restore into')
  await rm(staging, { recursive: true })
  await begin()
})

test('starts a restored platform whose restore left only its lock', async () => {
  const { config, begin } = await start()
  await mkdir(`${config.dataDirectory}.restoring`)
  await writeFile(join(`${config.dataDirectory}.restoring`, 'lock'), '')
  await begin()
})

test('tells an empty folder, as of an unmounted disk, from one that was removed to start over', async () => {
  const { config, begin, away } = await start()
  await rename(config.dataDirectory, away)
  await mkdir(config.dataDirectory)
  await expect(begin()).rejects.toThrow('now there is none')
  await rm(config.dataDirectory, { recursive: true })
  await rename(away, config.dataDirectory)
  await begin()
  await rm(config.dataDirectory, { recursive: true })
  await begin()
})

test('refuses a missing folder and another platform where a marker is configured', async () => {
  const { config, begin, away, markerFile } = await start({ hasMarker: true })
  expect((await readFile(markerFile, 'utf8')).trim()).toMatch(/^[0-9a-f-]{36}$/)
  await rename(config.dataDirectory, away)
  await expect(begin()).rejects.toThrow('does not have the platform')
  const other = await start()
  await rename(other.config.dataDirectory, config.dataDirectory)
  await expect(begin()).rejects.toThrow('has another platform')
  await rm(markerFile)
  await begin()
})

test('refuses a database whose files are not in the data directory, until they are adopted', async () => {
  const { config, begin, away } = await start({ postgres: true })
  await rename(config.dataDirectory, away)
  await expect(begin()).rejects.toThrow('whose files are not in')
  await rm(config.dataDirectory, { recursive: true, force: true })
  await rename(away, config.dataDirectory)
  await begin()
  await rm(join(config.dataDirectory, 'keys'), { recursive: true })
  await expect(begin()).rejects.toThrow('whose files are not in')
  await writeFile(join(await keysOf(config), 'platform'), 'another')
  await expect(begin()).rejects.toThrow('whose files are not in')
  const db = await openDatabase<Database>(
    { url: config.databaseUrl, dataDirectory: config.dataDirectory },
    migrations,
    createLog('silent'),
  )
  await adoptDataDirectory(config, db)
  await db.destroy()
  await begin()
})

async function keysOf({ dataDirectory }: Config): Promise<string> {
  const folder = join(dataDirectory, 'keys')
  await mkdir(folder, { recursive: true })
  return folder
}
