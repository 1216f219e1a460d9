import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Chunks } from '@baseplate/storage/received-file'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { readPlaceFile } from '../servers/read-file.ts'
import { viewPlaceSettings } from '../settings.ts'
import { updatePlaceFile } from './update-file.ts'

describe.each(databases)('uploads of place files on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
    return {
      platform,
      store: (source: Chunks) => updatePlaceFile(platform, maker, id, source),
      read: async () =>
        (await buffer((await readPlaceFile(platform, id, { actor: maker })).stream())).toString(),
      described: async () => (await viewPlaceSettings(platform, maker, { id })).data,
      incoming: () => readdir(join(platform.config.dataDirectory, 'incoming')),
    }
  }

  test('describes the file that remains after concurrent uploads', async () => {
    const { store, read, described, incoming } = await start()
    for (let round = 0; round < 10; round++) {
      await Promise.all(['a', 'bb', 'ccc', 'dddd'].map((text) => store([Buffer.from(`${round}${text}`)])))
      const text = await read()
      const sha256 = createHash('sha256').update(text).digest('hex')
      expect(await described()).toMatchObject({ size: text.length, sha256 })
    }
    expect(await incoming()).toEqual([])
  })

  test('refuses a picture however its bytes arrive, and keeps the old file', async () => {
    const { store, read, incoming } = await start()
    await store([Buffer.from('old')])
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    for (const chunks of [[picture], [...picture].map((byte) => Buffer.of(byte))])
      await expect(store(chunks)).rejects.toMatchObject({
        problems: { file: { code: 'places.file_other', values: { kind: 'picture', extension: 'rbxl' } } },
      })
    expect(await read()).toBe('old')
    expect(await incoming()).toEqual([])
  })

  test('refuses an empty file, and keeps the old one', async () => {
    const { store, read, incoming } = await start()
    await store([Buffer.from('old')])
    for (const chunks of [[], [new Uint8Array()]])
      await expect(store(chunks)).rejects.toMatchObject({ problems: { file: { code: 'files.empty' } } })
    expect(await read()).toBe('old')
    expect(await incoming()).toEqual([])
  })

  test('keeps the old file when the database rejects the new one', async () => {
    const { platform, store, read, described, incoming } = await start()
    await store([Buffer.from('old')])
    platform.now = () => Number.NaN
    await expect(store([Buffer.from('newer')])).rejects.toThrow()
    platform.now = Date.now
    expect(await read()).toBe('old')
    expect(await described()).toMatchObject({ size: 3 })
    expect(await incoming()).toEqual([])
  })
})
