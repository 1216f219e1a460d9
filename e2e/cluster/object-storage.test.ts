import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { readPlaceFile } from '@baseplate/platform/places/servers/read-file'
import { settlePlaceFile } from '@baseplate/platform/places/versions/place-files'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { openPlatform } from '@baseplate/platform/platform'
import { testFiles } from '@baseplate/platform/testing/files-contract'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createPostgresDatabase, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { day, minute } from '@baseplate/service/clock'
import { beginStream } from '@baseplate/storage/begin-stream'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { openS3Files } from '@baseplate/storage/s3-files/open'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../cli/src/backup/backup.ts'
import { openObjectStorage } from '../../cli/src/backup/indexed-files.ts'
import { restore } from '../../cli/src/backup/restore.ts'
import { verify } from '../../cli/src/backup/verify.ts'
import { copyFiles } from '../../cli/src/commands/copy-files.ts'
import { getFile, listFilesIn, putFile, removeFile } from '../../cli/src/commands/files.ts'
import { describeObjectStores, type ObjectStore } from '../support/object-store.ts'
import { ageUnused } from '../support/stored.ts'
import { forever, quiet } from '../support/stored-platform.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function startPlace(store: ObjectStore) {
  const platform = await openTestPlatform('PostgreSQL', {}, { FILES_URL: store.newFilesUrl() })
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  const objects = await openObjectStorage(platform.config)
  if (!objects) throw new Error('FILES_URL is not in the configuration')
  onTestFinished(objects.close)
  const keys = async () => (await Array.fromAsync(objects.list())).flat()
  return { platform, maker, id, keys, objects }
}

/** Returns the faults of each check of `verify`. */
async function verdicts(config: Config): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { what, faults } of verify(config, quiet)) found[what] = faults
  return found
}

/** Writes a file for a command. Returns its path. */
async function textFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'file')
  await writeFile(path, text)
  return path
}

describeObjectStores((store) => {
  describe.each(store.databases)('files with %s', (kind) => {
    testFiles(async () => (await openTestPlatform(kind, {}, { FILES_URL: store.newFilesUrl() })).files)
  })
  testObjects(store)
  testDyingSweep(store)
  testBackup(store)
  testCopying(store)
  testFailures(store)
})

function testObjects(store: ObjectStore): void {
  test('stores a large file in parts, with ranges, and shares it between names', async () => {
    const { platform, maker, id, keys } = await startPlace(store)
    const file = randomBytes(12_000_000)
    await updatePlaceFile(platform, maker, id, [file.subarray(0, 7_000_000), file.subarray(7_000_000)])
    const stored = await readPlaceFile(platform, id, { actor: maker })
    expect((await buffer(stored.stream())).equals(file)).toBe(true)
    const range = { start: 5_242_870, end: 5_242_889 }
    expect(await buffer(stored.stream(range))).toEqual(file.subarray(range.start, range.end + 1))
    expect(await keys()).toHaveLength(1)
    const address = (await stored.address?.({ contentType: 'application/octet-stream' }, 60)) ?? ''
    const fetched = await fetch(address)
    expect(fetched.headers.get('content-type')).toBe('application/octet-stream')
    expect(Buffer.from(await fetched.arrayBuffer()).equals(file)).toBe(true)
  })

  test('removes objects that have had no name for a day, including those left by a crash', async () => {
    const { platform, keys } = await startPlace(store)
    const { db, files } = platform
    await files.write('places/1', [Buffer.from('old')], 10)
    await files.share('places/1', 'places/2')
    await files.write('places/1', [Buffer.from('new')], 10)
    // An upload that was killed: the object has no name yet.
    await files.write('places/3', [Buffer.from('lost')], 10)
    await files.remove('places/3')
    await ageUnused(db, day - minute)
    await files.sweep()
    expect(await keys()).toHaveLength(3)
    await ageUnused(db, 2 * minute)
    await files.sweep()
    expect(await keys()).toHaveLength(2)
    await files.remove('places/2')
    await ageUnused(db, 2 * day)
    await files.sweep()
    expect(await keys()).toHaveLength(1)
    expect(await files.exists('places/1')).toBe(true)
  })
}

function testDyingSweep(store: ObjectStore): void {
  test('leaves the rest to the next sweep when one dies in the middle', async () => {
    const { platform, keys, objects } = await startPlace(store)
    const { db, files } = platform
    for (const name of ['places/1', 'places/2', 'places/3', 'places/4'])
      await files.write(name, [Buffer.from(name)], 10)
    for (const name of ['places/1', 'places/2', 'places/3']) await files.remove(name)
    await ageUnused(db, 2 * day)
    let removals = 0
    const dying = openS3Files(db, {
      ...objects,
      async remove(key) {
        if (removals++ === 1) throw new Error('the process is killed')
        await objects.remove(key)
      },
    })
    await expect(dying.sweep()).rejects.toThrow('the process is killed')
    expect(await keys()).toHaveLength(3)
    await files.sweep()
    expect(await keys()).toHaveLength(1)
    expect(await db.selectFrom('stored_objects').selectAll().execute()).toHaveLength(1)
    expect(await files.exists('places/4')).toBe(true)
  })
}

function testBackup(store: ObjectStore): void {
  test('is backed up with the database, and restored into object storage or a folder', async () => {
    const { platform, maker, id } = await startPlace(store)
    const file = randomBytes(700_000)
    await updatePlaceFile(platform, maker, id, [file])
    await platform.files.write('scripts/studio.lua', [Buffer.from('print(1)')], 100)
    await mkdir(join(platform.config.dataDirectory, 'keys'), { recursive: true })
    await writeFile(join(platform.config.dataDirectory, 'keys', 'economy'), 'a key')
    const folder = await temporaryFolder()
    const archive = join(folder, 'archive.tar')
    // The row of an upload is committed, and its file is not in place yet.
    await platform.files.write(`places/${id}`, [Buffer.from('older')], 10)
    const backedUp = await backUp(platform.config, archive, forever, quiet)
    expect(backedUp.faults).toEqual([])
    await settlePlaceFile(platform, id)
    expect(await verdicts(platform.config)).toMatchObject({ database: [], files: [] })
    for (const filesUrl of [store.newFilesUrl(), undefined]) {
      const { url, drop } = await createPostgresDatabase()
      onTestFinished(drop)
      const dataDirectory = join(folder, filesUrl === undefined ? 'local' : 'remote')
      const config = { ...platform.config, dataDirectory, databaseUrl: url, filesUrl }
      await restore(config, archive, forever, quiet)
      expect(await verdicts(config)).toMatchObject({ database: [], files: [] })
      const restored = await openPlatform(config, pino({ level: 'silent' }))
      const stored = await readPlaceFile(restored, id, { actor: maker })
      expect((await buffer(stored.stream())).equals(file)).toBe(true)
      expect(await restored.files.exists('scripts/studio.lua')).toBe(true)
      await restored.close()
      expect(await readdir(dataDirectory)).toContain('keys')
      expect((await readdir(dataDirectory)).includes('place-files')).toBe(filesUrl === undefined)
      if (filesUrl === undefined) continue
      await expect(
        restore({ ...config, dataDirectory: join(folder, 'again') }, archive, forever, quiet),
      ).rejects.toThrow('not empty')
    }
  })
}

function testCopying(store: ObjectStore): void {
  test('receives copies of the files of the data directory, and returns them', async () => {
    const platform = await openTestPlatform('SQLite')
    const { dataDirectory } = platform.config
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
    const file = randomBytes(700_000)
    await updatePlaceFile(platform, maker, id, [file])
    const remote = { ...platform.config, filesUrl: store.newFilesUrl() }
    await putFile(platform.config, 'scripts/studio.lua', await textFile('print(1)'))
    const printed = vi.spyOn(process.stdout, 'write')
    const said = () => printed.mock.calls.map(([text]) => String(text)).join('')
    await copyFiles(remote, true)
    expect(said()).toContain('3 files copied and verified, 0 were there already.')
    expect(await verdicts(remote)).toMatchObject({ files: [] })
    await copyFiles(remote, true)
    expect(said()).toContain('0 files copied and verified, 3 were there already.')

    await putFile(remote, 'scripts/studio.lua', await textFile('print(2)'))
    await listFilesIn(remote, undefined)
    expect(said()).toContain('scripts/studio.lua\t8\n')
    await expect(putFile(remote, 'places/1', 'x')).rejects.toThrow('not the name of a file of the operator')
    for (const folder of ['place-files', 'places']) await rm(join(dataDirectory, folder), { recursive: true })
    await copyFiles(remote, false)
    expect(await verdicts(platform.config)).toMatchObject({ files: [] })
    await getFile(platform.config, 'scripts/studio.lua')
    expect(said()).toContain('print(2)')
    await removeFile(remote, 'scripts/studio.lua')
    await expect(getFile(remote, 'scripts/studio.lua')).rejects.toThrow(
      'There is no file scripts/studio.lua.',
    )
  })
}

function testFailures(store: ObjectStore): void {
  test('reports a lost object in a backup and in verify', async () => {
    const { platform, maker, id, keys } = await startPlace(store)
    await updatePlaceFile(platform, maker, id, [randomBytes(1_000)])
    const objects = await openObjectStorage(platform.config)
    for (const key of await keys()) await objects?.remove(key)
    objects?.close()
    const { faults } = await backUp(
      platform.config,
      join(await temporaryFolder(), 'archive.tar'),
      forever,
      quiet,
    )
    expect(faults.join('\n')).toMatch(/place-files\/[0-9a-f]{64} cannot be read: NoSuchKey/)
    expect((await verdicts(platform.config)).files?.join('\n')).toContain('cannot be read')
  })

  test('continues a download after a cut, and fails as an outage while the server is away', async () => {
    const filesUrl = store.newFilesUrl()
    const proxy = await startTcpProxy(store.endpoint())
    onTestFinished(proxy.close)
    process.env.AWS_ENDPOINT_URL_S3 = proxy.baseUrl
    const { files } = await openTestPlatform('SQLite', {}, { FILES_URL: filesUrl })
    const content = randomBytes(6_000_000)
    await files.write('places/1', [content], content.length)
    const chunks: Buffer[] = []
    for await (const chunk of (await files.open('places/1'))?.stream() ?? []) {
      if (chunks.length === 0) {
        proxy.cut()
        proxy.mend()
      }
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true)
    proxy.cut()
    await expect(files.write('places/2', [content], content.length)).rejects.toThrow(FilesUnavailable)
    const file = await files.open('places/1')
    await expect(file && beginStream(file)).rejects.toThrow(FilesUnavailable)
    proxy.mend()
    expect(await files.exists('places/2')).toBe(false)
    await files.write('places/2', [Buffer.from('x')], 1)
    expect(await files.exists('places/2')).toBe(true)
  })
}
