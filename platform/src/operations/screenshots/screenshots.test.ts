import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from '@baseplate/storage/stored-file'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { deleteScreenshot } from './delete.ts'
import { listScreenshots } from './queries.ts'
import { readScreenshot, readScreenshotPreview } from './read.ts'
import { storeScreenshot } from './store.ts'

const drawn = (width = 640, height = 360) =>
  sharp({ create: { width, height, channels: 3, background: '#d9603f' } })

async function bytesOf(file: StoredFile): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of file.stream()) parts.push(part)
  return Buffer.concat(parts)
}

describe.each(databases)('screenshots on %s', (kind) => {
  async function start(Studio = {}) {
    const platform = await openTestPlatform(kind, { Studio })
    const maker = await registerPerson(platform, 'Maker')
    const other = await registerPerson(platform, 'Other')
    const stored = async () =>
      (await readdir(join(platform.config.dataDirectory, 'screenshots')).catch(() => [])).length
    return { platform, maker, other, stored }
  }

  test('lets only the owner list, download and delete a screenshot', async () => {
    const { platform, maker, other, stored } = await start()
    const { id } = await storeScreenshot(platform, maker, await drawn().png().toBuffer())
    platform.pass(1_000)
    const { id: newer } = await storeScreenshot(platform, maker, await drawn(100, 50).jpeg().toBuffer())
    const list = await listScreenshots(platform.db, maker.id)
    expect(list.map((shot) => [shot.id, shot.width, shot.height])).toEqual([
      [newer, 100, 50],
      [id, 640, 360],
    ])
    expect(await listScreenshots(platform.db, other.id)).toEqual([])

    const { file, type, filename } = await readScreenshot(platform, maker, { id })
    const bytes = await bytesOf(file)
    expect([type, filename]).toEqual(['image/png', 'screenshot-2026-11-20T12-00-00.png'])
    expect(bytes.length).toBe(list[1]?.size)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 640, height: 360 })
    const preview = await bytesOf(await readScreenshotPreview(platform, maker, { id }))
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 480, height: 270 })

    const missing = { reason: 'missing', message: 'Screenshot not found' }
    await expect(readScreenshot(platform, other, { id })).rejects.toMatchObject(missing)
    await expect(readScreenshotPreview(platform, other, { id })).rejects.toMatchObject(missing)
    await deleteScreenshot(platform, other, { id })
    expect(await listScreenshots(platform.db, maker.id)).toHaveLength(2)

    await deleteScreenshot(platform, maker, { id })
    await deleteScreenshot(platform, maker, { id })
    expect((await listScreenshots(platform.db, maker.id)).map((shot) => shot.id)).toEqual([newer])
    await expect(readScreenshot(platform, maker, { id })).rejects.toMatchObject(missing)
    expect(await stored()).toBe(2)
  })

  test('limits the number of screenshots per user, and says what to do', async () => {
    const { platform, maker, other, stored } = await start({ ScreenshotsPerUser: 2 })
    const image = await drawn(8, 8).png().toBuffer()
    await storeScreenshot(platform, maker, image)
    const { id } = await storeScreenshot(platform, maker, image)
    await expect(storeScreenshot(platform, maker, image)).rejects.toMatchObject({
      reason: 'invalid',
      message:
        'You already have 2 screenshots. Delete some at http://localhost:3000/settings/storage, then try again.',
    })
    expect(await stored()).toBe(4)
    await storeScreenshot(platform, other, image)
    await deleteScreenshot(platform, maker, { id })
    await storeScreenshot(platform, maker, image)
    expect(await listScreenshots(platform.db, maker.id)).toHaveLength(2)
  })

  test('stores only as many concurrent uploads as the limit allows', async () => {
    const { platform, maker, stored } = await start({ ScreenshotsPerUser: 2 })
    const image = await drawn(8, 8).png().toBuffer()
    const { write } = platform.files
    const allWritten = Promise.withResolvers<void>()
    let written = 0
    // Holds every upload until all have written their files, so that none has a row yet.
    vi.spyOn(platform.files, 'write').mockImplementation(async (name, ...source) => {
      const answer = await write(name, ...source)
      if (!name.endsWith('.webp')) return answer
      if (++written === 6) allWritten.resolve()
      await allWritten.promise
      return answer
    })
    const uploads = await Promise.allSettled(
      Array.from({ length: 6 }, () => storeScreenshot(platform, maker, image)),
    )
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await listScreenshots(platform.db, maker.id)).toHaveLength(2)
    expect(await stored()).toBe(4)
  })

  test('leaves no file when its row cannot be written', async () => {
    const { platform, maker, stored } = await start()
    vi.spyOn(platform.db, 'transaction').mockImplementation(() => {
      throw new Error('the disk is full')
    })
    await expect(storeScreenshot(platform, maker, await drawn(8, 8).png().toBuffer())).rejects.toThrow('full')
    expect(await stored()).toBe(0)
  })
})
