import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sweepAssetFiles } from './assets/creating/sweep.ts'
import { settleAssetFiles } from './assets/files/replace-asset-file.ts'
import { sweepScreenshots } from './operations/screenshots/sweep-files.ts'
import { sweepPlacePictures } from './places/pictures/sweep.ts'
import { sweepWaitingPictures } from './places/pictures/waiting/sweep.ts'
import { sweepPlaceFiles } from './places/versions/sweep.ts'
import { openTestPlatform } from './testing/platforms.ts'

test('sweeps never list a folder on the thread that serves requests', async () => {
  const platform = await openTestPlatform('SQLite')
  const list = vi.spyOn(platform.files, 'existing')
  await sweepPlaceFiles(platform)
  await sweepPlacePictures(platform)
  await sweepWaitingPictures(platform)
  await sweepScreenshots(platform)
  await sweepAssetFiles(platform)
  await settleAssetFiles(platform)
  await platform.assetCloud.cache.sweep()
  expect(list).not.toHaveBeenCalled()
})

test('walks a folder in batches of bounded size', async () => {
  const { files, config } = await openTestPlatform('SQLite')
  const folder = join(config.dataDirectory, 'many')
  await mkdir(folder)
  const names = Array.from({ length: 1_200 }, (_, index) => `file-${index}`)
  for (const name of names) await writeFile(join(folder, name), '')
  const batches = await Array.fromAsync(files.walk('many'))
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(batches.flat().toSorted()).toEqual(names.toSorted())
  expect(await Array.fromAsync(files.walk('none'))).toEqual([])
})
