import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceAssetFile } from '@baseplate/platform/catalog/replace-asset-file'
import { createAsset } from '@baseplate/platform/catalog/store-asset'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceData } from '@baseplate/platform/places/data'
import { removeIcon } from '@baseplate/platform/places/icon'
import { restoreVersion } from '@baseplate/platform/places/restore'
import { updateView } from '@baseplate/platform/places/update-view'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
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
  /** Restores it, and answers what reads files there; null: there is none. */
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

test('between the row of a replaced asset and its file, a back-up has the new one in place', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await createAsset(platform, maker, { type: 8, name: 'Hat' }, [Buffer.from('old')])
  const { share } = platform.files
  vi.spyOn(platform.files, 'share').mockImplementationOnce(async (from, to) => {
    expect((await take()).faults).toEqual([])
    return share(from, to)
  })
  await replaceAssetFile(platform, id, [Buffer.from('new')])
  expect(await (await restored())(`assets/${id}`)).toBe('new')
})

test('between an earlier version of a place put in place and its row, a back-up has the file of the row', async () => {
  const { platform, maker, take, restored } = await start()
  const { id } = await createPlace(platform, maker, { name: 'A place' })
  for (const text of ['first', 'second']) await updatePlaceData(platform, maker, id, [Buffer.from(text)])
  const { share } = platform.files
  vi.spyOn(platform.files, 'share').mockImplementationOnce(async (from, to) => {
    const shared = await share(from, to)
    expect((await take()).faults).toEqual([])
    return shared
  })
  await restoreVersion(platform, maker, id, { version: '1' })
  expect(await (await restored())(`places/${id}`)).toBe('second')
})

test.each(['put in place', 'removed'])(
  'a back-up waits for an icon that is %s before its row is committed',
  async (what) => {
    const { platform, maker, take, restored } = await start()
    const { id } = await createPlace(platform, maker, { name: 'A place' })
    const paint = async (background: string) => {
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } })
      return updateView(platform, maker, id, { name: 'A place' }, await picture.png().toBuffer())
    }
    await paint('red')
    const begun = Promise.withResolvers<ReturnType<typeof take>>()
    const backUpUntilItWaits = async () => {
      const waits = Promise.withResolvers<void>()
      const backingUp = take({ show: (text) => text.startsWith('Waiting') && waits.resolve(), end() {} })
      begun.resolve(backingUp)
      // One that does not wait is told from one that does by its faults.
      await Promise.race([waits.promise, backingUp])
    }
    const { receive, remove } = platform.files
    platform.files.receive = (source, maxBytes, use) =>
      receive(source, maxBytes, (received) =>
        use({ ...received, place: (name) => received.place(name).then(backUpUntilItWaits) }),
      )
    platform.files.remove = (name) => remove(name).then(backUpUntilItWaits)
    await (what === 'removed' ? removeIcon(platform, maker, id) : paint('blue'))
    expect((await await begun.promise).faults).toEqual([])
    const icon = `icons/${id}.avif`
    expect(await (await restored())(icon)).toBe(await readOrNull(join(platform.config.dataDirectory, icon)))
  },
)
