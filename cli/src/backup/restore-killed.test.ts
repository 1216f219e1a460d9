import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { openPlatform } from '@baseplate/platform/platform'
import { registerPerson } from '@baseplate/platform/testing/people'
import {
  createPostgresDatabase,
  type DatabaseKind,
  openTestPlatform,
} from '@baseplate/platform/testing/platforms'
import { acquireLock } from '@baseplate/service/lock'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished, test } from 'vitest'
import { runReconcile } from '../commands/reconcile.ts'
import type { Restoring, RestoringPoint } from '../testing/restoring-process.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const script = resolve(import.meta.dirname, '../testing/restoring-process.ts')
const quiet = { show() {}, end() {} }
const forever = new AbortController().signal

/** Starts a platform, backs it up and returns where to restore it. */
async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const maker = await registerPerson(platform, 'Maker')
  await createPlace(platform, maker, { name: 'A place', description: '' })
  await mkdir(join(platform.config.dataDirectory, 'scripts'))
  await writeFile(join(platform.config.dataDirectory, 'scripts', 'own.lua'), 'print(1)')
  const folder = await mkdtemp(join(tmpdir(), 'restore-killed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'archive.tar')
  await backUp(platform.config, archive, forever, quiet)
  const target = async (name: string): Promise<Config> => {
    const config = { ...platform.config, dataDirectory: join(folder, name, 'data') }
    await mkdir(join(folder, name))
    if (kind === 'SQLite') return config
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    return { ...config, databaseUrl: url }
  }
  return { archive, target }
}

async function killAt(point: RestoringPoint, passage: number, config: Config, archive: string) {
  const { dataDirectory, databaseUrl } = config
  const restoring: Restoring = { config: { dataDirectory, databaseUrl }, archive, point, passage }
  const child = spawn(process.execPath, [script, JSON.stringify(restoring)], { stdio: 'inherit' })
  expect(await once(child, 'exit'), `it passes there: ${point}`).toEqual([null, 'SIGKILL'])
}

const begin = async (config: Config) => (await openPlatform(config, createLog('silent'))).close()

async function expectWhole(config: Config) {
  const faults: string[] = []
  for await (const checked of verify(config, quiet)) faults.push(...checked.faults)
  expect(faults).toEqual([])
  // An embedded database has a mark beside its folder, which tells an unmounted folder from a new one.
  const marks = config.databaseUrl ? [] : ['data.platform']
  expect((await readdir(join(config.dataDirectory, '..'))).toSorted()).toEqual(['data', ...marks])
  expect(await readdir(config.dataDirectory)).toContain('scripts')
  expect(await readdir(config.dataDirectory)).not.toContain('restoring')
  await begin(config)
}

test('completes a restore that was killed when it is run again', async () => {
  const { archive, target } = await start('SQLite')
  const config = await target('killed')
  await killAt('extracting', 1, config, archive)
  await killAt('extracting', 2, config, archive)
  await killAt('placing', 1, config, archive)
  await restore(config, archive, forever, quiet)
  await expectWhole(config)
})

test('starts nothing on PostgreSQL before the rows are restored, and completes a restore killed at any point', async () => {
  const { archive, target } = await start('PostgreSQL')
  const config = await target('killed')
  await killAt('filling', 2, config, archive)
  await killAt('placed', 1, config, archive)
  const elsewhere = { ...config, databaseUrl: undefined }
  await expect(begin(config)).rejects.toThrow('was stopped before the database had its rows')
  await expect(begin(elsewhere)).rejects.toThrow('with the same DATABASE_URL')
  await expect(runReconcile(config)).rejects.toThrow('was stopped before the database had its rows')
  await expect(restore(elsewhere, archive, forever, quiet)).rejects.toThrow('is not empty')
  // The data directory has been renamed but not removed.
  await killAt('placed', 1, config, archive)
  expect(await readdir(join(config.dataDirectory, '..'))).toEqual(['data.restoring'])
  await killAt('committed', 1, config, archive)
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('Start the product')
  await begin(config)
  await expectWhole(config)
})

test('runs one restore at a time on a data directory', async () => {
  const { archive, target } = await start('SQLite')
  const config = await target('locked')
  const staging = `${config.dataDirectory}.restoring`
  await mkdir(staging, { recursive: true })
  const lock = acquireLock(join(staging, 'lock'))
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('is running')
  if ('release' in lock) lock.release()
  await restore(config, archive, forever, quiet)
  await expectWhole(config)
})
