import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceAssetFile } from '@baseplate/platform/assets/files/replace-asset-file'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { createPlace } from '@baseplate/platform/places/create'
import { removeIcon } from '@baseplate/platform/places/pictures/remove-icon'
import { updateView } from '@baseplate/platform/places/update-view'
import { restoreVersion } from '@baseplate/platform/places/versions/restore'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform, type TestPlatform } from '@baseplate/platform/testing/platforms'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Progress } from '../progress.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const quiet: Progress = { show() {}, end() {} }
const forever = new AbortController().signal

const readOrNull = (path: string) => readFile(path, 'latin1').catch(() => null)

async function start() {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const folder = await mkdtemp(join(tmpdir(), 'under-way-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'archive.tar')
  const take = (progress = quiet) => backUp(platform.config, archive, forever, progress)
  /** Restores the archive. Returns a function that reads a restored file, or null if there is none. */
  const restored = async () => {
    const config = { ...platform.config, dataDirectory: join(folder, 'restored') }
    await restore(config, archive, forever, quiet)
    const faults: string[] = []
    for await (const checked of verify(config, quiet)) faults.push(...checked.faults)
    expect(faults).toEqual([])
    return (name: string) => readOrNull(join(config.dataDirectory, name))
  }
  return { platform, maker, take, restored }
}

/** Takes a backup before the next file is stored. */
function takeBeforeFile(platform: TestPlatform, take: () => Promise<{ faults: string[] }>) {
  const { share } = platform.files
  return vi.spyOn(platform.files, 'share').mockImplementationOnce(async (from, to) => {
    expect((await take()).faults).toEqual([])
    return share(from, to)
  })
}

test('includes the new file of a replaced asset when the backup falls between its row and its file', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await storeAsset(platform, maker, { type: 8, name: 'Hat' }, [Buffer.from('old')])
  takeBeforeFile(platform, take)
  await replaceAssetFile(platform, id, [Buffer.from('new')])
  expect(await (await restored())(`assets/${id}`)).toBe('new')
})

test('includes the restored version of a place when the backup falls between its row and its file', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await createPlace(platform, maker, { name: 'A place' })
  for (const text of ['first', 'second']) await updatePlaceFile(platform, maker, id, [Buffer.from(text)])
  takeBeforeFile(platform, take)
  await restoreVersion(platform, maker, { id, version: '1' })
  expect(await (await restored())(`places/${id}`)).toBe('first')
})

test('includes the new icon when the backup falls between its row and its file', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await createPlace(platform, maker, { name: 'A place' })
  const paint = async (background: string) => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } })
    return updateView(platform, maker, { id, name: 'A place', icon: await picture.png().toBuffer() })
  }
  await paint('red')
  const { mock } = takeBeforeFile(platform, take)
  await paint('blue')
  expect(mock.calls).toHaveLength(1)
  const icon = `icons/${id}.avif`
  expect(await (await restored())(icon)).toBe(await readOrNull(join(platform.config.dataDirectory, icon)))
})

test('reports no fault when the backup falls between the row and the file of a removed icon', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await createPlace(platform, maker, { name: 'A place' })
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  await updateView(platform, maker, { id, name: 'A place', icon: await picture.png().toBuffer() })
  const { remove } = platform.files
  vi.spyOn(platform.files, 'remove').mockImplementationOnce(async (name) => {
    expect((await take()).faults).toEqual([])
    return remove(name)
  })
  await removeIcon(platform, maker, { id })
  await restored()
})
