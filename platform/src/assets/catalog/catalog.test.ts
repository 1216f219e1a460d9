import crypto, { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import { minute } from '../../foundation/clock.ts'
import { createPlace } from '../../places/create.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'
import type { ServedAsset } from '../files/asset-files.ts'
import { replaceAssetFile } from '../files/replace-asset-file.ts'
import { storeAsset } from '../files/store-asset.ts'
import { findThumbnail, readThumbnail } from '../pictures/thumbnail.ts'
import { findAsset, findAssetFiles } from '../queries.ts'
import { maxAssetBytes, type Visibility } from '../rules.ts'
import { assetType } from '../types.ts'

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part as string)
}

const hash = (name: string, bytes: string) => createHash(name).update(bytes).digest('hex')

/** What ids of assets are drawn by. */
function spyOnDraws(): MockInstance<(min: number, max: number) => number> {
  const drawn: MockInstance<(min: number, max: number) => number> = vi.spyOn(crypto, 'randomInt')
  syncBuiltinESMExports()
  onTestFinished(() => {
    drawn.mockRestore()
    syncBuiltinESMExports()
  })
  return drawn
}

const contentOf = (asset: ServedAsset) => (asset.bytes ? asset.bytes.toString() : text(asset.stream()))

async function start(kind: DatabaseKind) {
  const cloud = await startWebServer((request, response, url) => {
    if (request.url?.startsWith('/thumbnails')) {
      response.end(JSON.stringify({ data: [{ imageUrl: `${url}/picture${cloud.asked.length}.png` }] }))
    } else if (request.url?.startsWith('/file'))
      response.end('<roblox>http://www.roblox.com/asset?id=9</roblox>')
    else response.end(JSON.stringify({ location: `${url}/file${request.url}` }))
  })
  const platform = await openTestPlatform(kind, {
    AssetCloud: { URL: cloud.url, AllowPrivateNetwork: true, ThumbnailURL: `${cloud.url}/thumbnails` },
  })
  const administrator = await registerPerson(platform, 'Administrator')
  const creator = await registerPerson(platform, 'Creator')
  const store = async (content: string | Uint8Array, by = creator) =>
    (await storeAsset(platform, by, { type: assetType.hat, name: 'A hat' }, chunks(content))).id
  const show = async (id: number, visibility: Visibility) => {
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
  }
  const put = async (name: string, content: string) => {
    const file = join(platform.config.dataDirectory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const read = async (id: number) => contentOf(await platform.assetFiles.read(id))
  return { platform, cloud, administrator, creator, store, show, put, read }
}

describe.each(databases)('assets on %s', (kind) => {
  test('an asset is stored with what is known of its file; catalog managers’ are visible at once', async () => {
    const { platform, administrator, creator, store } = await start(kind)
    const id = await store('a hat')
    expect(id).toBeGreaterThanOrEqual(100_000_000)
    expect(await findAsset(platform.db, id)).toEqual({
      id,
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
      indexed: 1,
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

  test('what an asset is made of is checked, and nothing of a refused one stays', async () => {
    const { platform, creator, store } = await start(kind)
    const make = (input: unknown, source = chunks('x')) => storeAsset(platform, creator, input, source)
    await expect(make({ type: 3.5, name: 'ab', description: 'x'.repeat(1001) })).rejects.toMatchObject({
      errors: { type: expect.any(String), name: expect.any(String), description: expect.any(String) },
    })
    await expect(store(Buffer.alloc(maxAssetBytes + 1))).rejects.toMatchObject({
      errors: { asset: 'File must be less than 20MB in size' },
    })
    expect(platform.files.list('assets').size).toBe(0)
    expect(platform.files.list('incoming').size).toBe(0)
  })

  test('places and assets never have one id between them', async () => {
    const { platform, creator, store } = await start(kind)
    const place = await createPlace(platform, creator, { name: 'A place' })
    const drawn = spyOnDraws()
    drawn.mockReturnValueOnce(place.id).mockReturnValueOnce(place.id)
    const asset = await store('x')
    expect(asset).not.toBe(place.id)
    drawn.mockReturnValueOnce(asset)
    const another = await createPlace(platform, creator, { name: 'Another' })
    expect(another.id).not.toBe(asset)
    drawn.mockReturnValueOnce(asset)
    await expect(takeAssetId(platform.db)).rejects.toThrow()
  })

  test('the file of an asset is replaced, and served anew from then on', async () => {
    const { platform, store, read } = await start(kind)
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

  test('an asset outlives its creator', async () => {
    const { platform, creator, store } = await start(kind)
    const id = await store('x')
    await platform.db.deleteFrom('users').where('id', '=', creator.id).execute()
    expect((await findAsset(platform.db, id))?.creator_id).toBeNull()
  })

  test('ids that cannot be ours are not looked for', async () => {
    const { platform, store } = await start(kind)
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

  test('the operator’s file comes first, then the user’s, then the cloud’s', async () => {
    const { platform, cloud, store, show, put, read } = await start(kind)
    const id = await store('a user’s')
    expect(await read(id)).toBe('a user’s')
    await put(`privileged/${id}`, 'the operator’s')
    expect(await read(id)).toBe('the operator’s')
    expect((await platform.assetFiles.read(id)).script).toBe(false)
    await put(`privileged/${id}.lua`, 'print("the operator’s")')
    expect(await platform.assetFiles.read(id)).toMatchObject({ script: true })
    await platform.files.remove(`privileged/${id}.lua`)
    await platform.files.remove(`privileged/${id}`)
    expect(await read(id)).toBe('a user’s')
    await show(id, 'Moderated')
    expect(cloud.asked).toEqual([])
  })

  test('a moderated asset is not there, in the very next request, and the cloud is not asked', async () => {
    const { platform, cloud, creator, store, show, read } = await start(kind)
    const id = await store('a hat')
    for (const visibility of ['Pending', 'Visible'] as const) {
      await show(id, visibility)
      expect(await read(id)).toBe('a hat')
      expect((await platform.assetFiles.read(id)).pending).toBe(visibility === 'Pending')
    }
    await show(id, 'Moderated')
    await expect(read(id)).rejects.toMatchObject({ reason: 'missing', message: 'Asset not found' })
    await show(id, 'Visible')
    await platform.files.remove(`assets/${id}`)
    const lost = await store('another')
    await platform.files.remove(`assets/${lost}`)
    await expect(read(lost)).rejects.toMatchObject({ reason: 'missing' })
    const place = await createPlace(platform, creator, { name: 'A place' })
    await expect(read(place.id)).rejects.toMatchObject({ reason: 'missing' })
    expect(cloud.asked).toEqual([])
  })

  test('what the cloud has is fetched once, kept as it came and rewritten when it is served', async () => {
    const { platform, cloud, read } = await start(kind)
    const all = await Promise.all(Array.from({ length: 50 }, () => read(1818)))
    expect(new Set(all)).toEqual(new Set([`<roblox>${platform.config.baseUrl}/asset?id=9</roblox>`]))
    expect(await read(1818)).toBe(all[0])
    expect(cloud.asked).toEqual(['/1818', '/file/1818'])
    const kept = await platform.files.open('asset-cache/1818')
    expect(kept && (await text(kept.stream()))).toContain('http://www.roblox.com/asset?id=9')

    // Handed out from memory, it counts as used all the same.
    await platform.files.touch('asset-cache/1818', 0)
    await read(1818)
    await platform.assetCloud.cache.sweep()
    expect((await platform.files.measure('asset-cache/1818'))?.used).toBeGreaterThan(Date.now() - minute)
  })

  test('requests of one moment share a query; each moment has its own', async () => {
    const { platform, store, read } = await start(kind)
    const made = await Promise.all(['a', 'b', 'c'].map((content) => store(content)))
    const queries = vi.spyOn(platform.db, 'selectFrom')
    const some = Array.from({ length: 60 }, (_, index) => read(made[index % 3] ?? 0))
    expect(new Set(await Promise.all(some))).toEqual(new Set(['a', 'b', 'c']))
    expect(queries).toHaveBeenCalledTimes(1)
    await read(made[0] ?? 0)
    expect(queries).toHaveBeenCalledTimes(2)
  })

  test('a thumbnail’s address is asked for once for each size; in a month again', async () => {
    const { platform, cloud } = await start(kind)
    const find = (wd: string, ht: string, aid = '1818') => findThumbnail(platform, { aid, wd, ht })
    const first = await find('420', '420')
    expect(first.elsewhere).toMatch(/picture1\.png$/)
    expect(await find('420', '420')).toEqual(first)
    expect((await find('420', '230')).elsewhere).toMatch(/picture2\.png$/)
    expect((await find('230', '420')).elsewhere).toMatch(/picture3\.png$/)
    const large = String(Number.MAX_SAFE_INTEGER)
    expect((await find('420', '420', large)).elsewhere).toMatch(/picture4\.png$/)
    expect((await find('420', '420', large)).elsewhere).toMatch(/picture4\.png$/)
    expect(cloud.asked[0]).toBe(
      '/thumbnails?assetIds=1818&size=420x420&format=Png&returnPolicy=Placeholder&isCircular=false',
    )
    platform.pass(31 * 24 * 60 * 60_000)
    expect((await find('420', '420')).elsewhere).toMatch(/picture5\.png$/)
    expect((await find('420', '420')).elsewhere).toMatch(/picture5\.png$/)
  })

  test('what is of this instance has its own thumbnail, once it is approved', async () => {
    const { platform, cloud, creator, store, show } = await start(kind)
    const size = { wd: '420', ht: '420' }
    const place = await createPlace(platform, creator, { name: 'A place' })
    expect(await findThumbnail(platform, { aid: String(place.id), ...size })).toEqual({ assetId: place.id })
    const id = await store('a hat')
    await platform.files.write(`thumbnails/${id}`, chunks('a picture'), 100)
    expect(await findThumbnail(platform, { aid: String(id), ...size })).toEqual({ assetId: id })
    expect(await readThumbnail(platform, id)).toBeUndefined()
    await show(id, 'Visible')
    const picture = await readThumbnail(platform, id)
    expect(picture && (await text(picture.stream()))).toBe('a picture')
    await show(id, 'Moderated')
    expect(await readThumbnail(platform, id)).toBeUndefined()
    await expect(findThumbnail(platform, { aid: String(id), ...size })).rejects.toMatchObject({
      reason: 'invalid',
      message: 'Invalid asset',
    })
    await expect(readThumbnail(platform, 1818)).rejects.toMatchObject({ reason: 'missing' })
    expect(cloud.asked).toEqual([])
  })
})
