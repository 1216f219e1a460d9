import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import { chunks, startAssets } from '../../testing/assets.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { findAsset, findAssetFiles } from '../queries.ts'
import { maxAssetBytes } from '../rules.ts'
import { replaceAssetFile } from './replace-asset-file.ts'
import { storeAsset } from './store-asset.ts'

const hash = (name: string, bytes: string) => createHash(name).update(bytes).digest('hex')

/** Spies on the random numbers that become asset ids. */
function spyOnDraws(): MockInstance<(min: number, max: number) => number> {
  const drawn: MockInstance<(min: number, max: number) => number> = vi.spyOn(crypto, 'randomInt')
  syncBuiltinESMExports()
  onTestFinished(() => {
    drawn.mockRestore()
    syncBuiltinESMExports()
  })
  return drawn
}

describe.each(databases)('stored assets on %s', (kind) => {
  test('stores an asset with the hashes of its file, visible at once for catalog managers', async () => {
    const { platform, administrator, creator, store } = await startAssets(kind)
    const id = await store('a hat')
    expect(id).toBeGreaterThanOrEqual(100_000_000)
    expect(await findAsset(platform.db, id)).toEqual({
      id,
      favourites: 0,
      type: 8,
      name: 'A hat',
      description: '',
      description_updated: platform.now(),
      creator_id: creator.id,
      visibility: 'Pending',
      waiting_since: platform.now(),
      thumbnail: null,
      cheapness: Number.MIN_SAFE_INTEGER,
      withheld: 0,
      picture_hash: '',
      name_key: 'a hat',
      price: 0,
      for_sale: 0,
      sold: 0,
      file_size: 5,
      file_sha256: hash('sha256', 'a hat'),
      file_md5: hash('md5', 'a hat'),
      created: platform.now(),
      updated: platform.now(),
    })
    const approved = await store('a hat', { ...administrator, permissionLevel: 3 })
    expect((await findAsset(platform.db, approved))?.visibility).toBe('Visible')
  })

  test('checks the fields of an asset, and stores nothing of a refused one', async () => {
    const { platform, creator, store } = await startAssets(kind)
    const make = (input: { type: number; name: string; description?: string }, source = chunks('x')) =>
      storeAsset(platform, creator, input, source)
    await expect(make({ type: 3.5, name: 'ab', description: 'x'.repeat(1001) })).rejects.toMatchObject({
      errors: { type: expect.any(String), name: expect.any(String), description: expect.any(String) },
    })
    await expect(store(Buffer.alloc(maxAssetBytes + 1))).rejects.toMatchObject({
      errors: { asset: 'File must be less than 20MB in size' },
    })
    expect(await storedNames(platform.files, 'assets')).toEqual([])
    expect(await storedNames(platform.files, 'incoming')).toEqual([])
  })

  test('never gives one id to a place and an asset', async () => {
    const { platform, creator, store } = await startAssets(kind)
    const place = await createPublishedPlace(platform, creator, { name: 'A place' })
    const drawn = spyOnDraws()
    drawn.mockReturnValueOnce(place.id).mockReturnValueOnce(place.id)
    const asset = await store('x')
    expect(asset).not.toBe(place.id)
    drawn.mockReturnValueOnce(asset)
    const another = await createPublishedPlace(platform, creator, { name: 'Another' })
    expect(another.id).not.toBe(asset)
    drawn.mockReturnValueOnce(asset)
    await expect(takeAssetId(platform.db)).rejects.toThrow()
  })

  test('replaces the file of an asset, and serves the new one', async () => {
    const { platform, store, read } = await startAssets(kind)
    const id = await store('first')
    expect(await read(id)).toBe('first')
    await replaceAssetFile(platform, id, chunks('other'))
    expect(await read(id)).toBe('other')
    expect((await findAsset(platform.db, id))?.file_md5).toBe(hash('md5', 'other'))
    await replaceAssetFile(platform, id, chunks('first'))
    expect(await read(id)).toBe('first')
    await expect(replaceAssetFile(platform, 123_456_789, chunks('x'))).rejects.toMatchObject({
      reason: 'missing',
    })
    await expect(
      replaceAssetFile(
        platform,
        id,
        (async function* () {
          yield Buffer.from('half')
          throw new Error('gone')
        })(),
      ),
    ).rejects.toThrow('gone')
    expect(await read(id)).toBe('first')
  })

  test('keeps an asset when its creator is deleted', async () => {
    const { platform, creator, store } = await startAssets(kind)
    const id = await store('x')
    await platform.db.deleteFrom('users').where('id', '=', creator.id).execute()
    expect((await findAsset(platform.db, id))?.creator_id).toBeNull()
  })

  test('ignores ids outside the range of asset ids', async () => {
    const { platform, store } = await startAssets(kind)
    const id = await store('x')
    const strange = [
      0,
      1,
      99_999_999,
      1_000_000_000,
      2 ** 31,
      2 ** 53,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      1.5,
    ]
    expect((await findAssetFiles(platform.db, [...strange, id, id])).map((row) => row.id)).toEqual([id])
    for (const none of strange) expect(await findAsset(platform.db, none)).toBeUndefined()
  })
})
