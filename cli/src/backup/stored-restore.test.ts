import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { makeKeys } from '@baseplate/platform/installation/keys'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { openPlatform } from '@baseplate/platform/platform'
import { startMemoryStorage } from '@baseplate/platform/testing/memory-storage'
import { startObjectServer } from '@baseplate/platform/testing/object-server'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished, test } from 'vitest'
import { adopt } from '../commands/adopt.ts'
import { checkFiles } from '../doctor/files.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { backUpToStorage } from './stored-archive.ts'

const quiet = { show() {}, end() {} }
const forever = new AbortController().signal

/** Backs up a platform, and returns where to restore it into object storage. */
async function start(uploads?: Parameters<typeof startMemoryStorage>[0]) {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
  const folder = await mkdtemp(join(tmpdir(), 'stored-restore-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'archive.tar')
  await backUp(platform.config, archive, forever, quiet)
  const storage = await startMemoryStorage(uploads)
  const config: Config = {
    ...platform.config,
    dataDirectory: join(folder, 'data'),
    filesUrl: storage.address('files'),
  }
  const begin = async (changed = config) => (await openPlatform(changed, createLog('silent'))).close()
  return { platform, folder, archive, storage, config, begin }
}

test('can be repeated after a restore whose last step failed, and starts nothing in between', async () => {
  const { archive, storage, config, begin } = await start()
  await mkdir(config.dataDirectory, { mode: 0o700 })
  // Another program writes into the folder during the upload, so that it cannot be replaced at the end.
  const foreign = join(config.dataDirectory, 'foreign')
  storage.whenStored(() => writeFileSync(foreign, ''))
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('cannot be put in place')
  storage.whenStored(() => {})
  await rm(foreign)
  expect([...storage.objects.keys()]).toContain('files/restoring')
  await expect(begin()).rejects.toThrow('A restore into FILES_URL')
  // So does each process of a service, which makes its keys first.
  await expect(makeKeys(config)).rejects.toThrow('A restore into FILES_URL')
  expect(await readdir(config.dataDirectory)).toEqual([])
  await restore(config, archive, forever, quiet)
  expect([...storage.objects.keys()]).not.toContain('files/restoring')
  expect((await stat(config.dataDirectory)).mode & 0o777).toBe(0o700)
  await begin()
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('is not empty')
})

test('leaves the mark of the storage to the next start when it dies at its very end', async () => {
  const { archive, storage, config, begin } = await start()
  await restore(config, archive, forever, quiet)
  await writeFile(join(config.dataDirectory, 'restoring'), '')
  storage.objects.set('files/restoring', Buffer.from('x'))
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('Start the product')
  await begin()
  expect([...storage.objects.keys()]).not.toContain('files/restoring')
  expect(await readdir(config.dataDirectory)).not.toContain('restoring')
})

test('refuses a folder that cannot be replaced before anything is uploaded', async () => {
  const { archive, storage, config, folder } = await start()
  await mkdir(join(folder, 'disk'))
  await symlink(join(folder, 'disk'), config.dataDirectory)
  await expect(restore(config, archive, forever, quiet)).rejects.toThrow('cannot be put in place')
  expect([...storage.objects.keys()]).toEqual([])
})

test('starts on the storage that has its objects, on no other one, and after they are given up', async () => {
  const { archive, storage, config, begin } = await start()
  await restore(config, archive, forever, quiet)
  await begin()
  const elsewhere = { ...config, filesUrl: storage.address('elsewhere') }
  await expect(begin(elsewhere)).rejects.toThrow('are not at FILES_URL')
  expect(await checkFiles(elsewhere)).toMatchObject({ verdict: 'fault' })
  expect(await checkFiles(config)).toMatchObject({ verdict: 'ok' })
  await adopt(elsewhere)
  await begin(elsewhere)
})

test('backs up into storage that cannot list unfinished uploads, which the doctor mentions', async () => {
  for (const status of [501, 403]) {
    const { platform, storage, archive, config } = await start(() => ({
      status,
      body: `<Error><Code>${status === 501 ? 'NotImplemented' : 'AccessDenied'}</Code></Error>`,
    }))
    const { stored } = await backUpToStorage(platform.config, storage.address('backups'), forever, quiet)
    expect([...storage.objects.keys()]).toEqual([`backups/${new URL(stored).pathname.split('/').at(-1)}`])
    await restore(config, archive, forever, quiet)
    if (status === 501) expect(await checkFiles(config)).toMatchObject({ verdict: 'warning' })
  }
})

test('stops when told to while it lists object storage', async () => {
  const { archive, config } = await start()
  const stopping = new AbortController()
  let pages = 0
  await startObjectServer((request, response) => {
    request.resume()
    pages++
    if (pages === 2) stopping.abort(new Error('stopped'))
    response.end(
      `<Result><IsTruncated>true</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken>` +
        `<Contents><Key>files/${pages}</Key></Contents></Result>`,
    )
  })
  const changed = { ...config, filesUrl: 's3://bucket/files?pathStyle=true' }
  await expect(restore(changed, archive, stopping.signal, quiet)).rejects.toThrow('stopped')
  expect(pages).toBeLessThan(5)
})
