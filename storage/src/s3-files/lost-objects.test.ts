import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile } from '@baseplate/cli/commands/import-file'
import { openMemoryObjects } from '@baseplate/platform/testing/memory-objects'
import { startMemoryStorage } from '@baseplate/platform/testing/memory-storage'
import { startObjectServer } from '@baseplate/platform/testing/object-server'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFile } from '../database/location.ts'
import { FilesUnavailable } from '../files-unavailable.ts'
import { openS3Files } from './open.ts'
import { adoptObjects, refuseLostObjects, refuseUnfinishedObjects } from './refuse-lost.ts'
import { replaceIndex } from './replace-index.ts'

/** Starts storage with objects of these keys, and a database that names others. */
async function start(named: string[], keys: string[]) {
  const { objects, address } = await startMemoryStorage()
  for (const key of keys) objects.set(`some/${key}`, Buffer.from('x'))
  const { db } = await openTestPlatform('SQLite')
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-lost-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  const file = { size: 1, sha256: 'x', modified: 1, used: 1 }
  await replaceIndex(
    db,
    named.map((objectKey) => ({ name: `places/${objectKey}`, objectKey, ...file })),
  )
  const config = { dataDirectory, databaseUrl: undefined, filesUrl: address('some') }
  return { db, config, stored: objects }
}

test('a platform starts where one of its first objects is, and without any', async () => {
  const { config, db } = await start(['a', 'b', 'c'], ['c'])
  await refuseLostObjects(config, db)
  const empty = await start([], [])
  await refuseLostObjects(empty.config, empty.db)
})

test('a platform does not start where none of its objects are, until an operator adopts the present objects', async () => {
  const { config, db } = await start(['a', 'b'], ['other'])
  await expect(refuseLostObjects(config, db)).rejects.toThrow(
    'The objects that the database names are not at',
  )
  await adoptObjects(config)
  await refuseLostObjects(config, db)
})

test('a platform starts while the storage refuses it, but adopting says so', async () => {
  const { config, db } = await start(['a'], [])
  await startObjectServer((request, response) => {
    request.resume()
    response.writeHead(403).end()
  })
  await refuseLostObjects(config, db)
  await refuseUnfinishedObjects(config)
  await expect(adoptObjects(config)).rejects.toThrow(FilesUnavailable)
})

test('a platform with files on this machine asks no storage', async () => {
  const { config, db } = await start(['a'], [])
  const asked = await startObjectServer((_request, response) => response.writeHead(500).end())
  const local = { ...config, filesUrl: undefined }
  await refuseLostObjects(local, db)
  await refuseUnfinishedObjects(local)
  await adoptObjects(local)
  expect(asked).toEqual([])
})

test('an empty platform does not start on storage whose restore is unfinished, and a complete one removes the mark', async () => {
  const { config, stored } = await start([], ['restoring'])
  await expect(refuseUnfinishedObjects(config)).rejects.toThrow('A restore into FILES_URL is running')
  expect(stored.size).toBe(1)
  await writeFile(join(config.dataDirectory, sqliteFile), 'database')
  await refuseUnfinishedObjects(config)
  expect(stored.size).toBe(0)
})

test('an imported file keeps its time', async () => {
  const { db } = await openTestPlatform('SQLite')
  const objects = openMemoryObjects()
  await importFile({ db, objects }, { name: 'places/1', modified: 12_345 }, [Buffer.from('x')])
  expect(await openS3Files(db, objects).open('places/1')).toMatchObject({ size: 1, modified: 12_345 })
})

test('a restored index replaces every row, and an object may have several names', async () => {
  const { db } = await start(['old'], [])
  const files = Array.from({ length: 1_201 }, (_, at) => ({
    name: `places/${1_000 + at}`,
    objectKey: `object-${at >> 1}`,
    size: at >> 1,
    sha256: 'hash',
    modified: at,
    used: at + 1,
  }))
  await replaceIndex(db, files)
  const rows = await db
    .selectFrom('stored_files')
    .innerJoin('stored_objects', 'stored_objects.object_key', 'stored_files.object_key')
    .select(['name', 'stored_files.object_key as objectKey', 'size', 'sha256', 'modified', 'used'])
    .orderBy('name')
    .execute()
  expect(rows).toEqual(files)
  const objects = await db.selectFrom('stored_objects').select('object_key').execute()
  expect(objects).toHaveLength(601)
})
