import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { chunks, startAssets } from '../../testing/assets.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { findThumbnail, readThumbnail } from './thumbnail.ts'

describe.each(databases)('thumbnails on %s', (kind) => {
  test('requests a thumbnail’s address once for each size and month', async () => {
    const { platform, cloud } = await startAssets(kind)
    const find = (wd: number, ht: number, aid = 1818) => findThumbnail(platform, { aid, wd, ht })
    const first = await find(420, 420)
    expect(first.elsewhere).toMatch(/picture1\.png$/)
    expect(await find(420, 420)).toEqual(first)
    expect((await find(384, 216)).elsewhere).toMatch(/picture2\.png$/)
    expect((await find(250, 250)).elsewhere).toMatch(/picture3\.png$/)
    expect(await find(420, 230), 'a size that the service does not have').toEqual(first)
    const large = Number.MAX_SAFE_INTEGER
    expect((await find(420, 420, large)).elsewhere).toMatch(/picture4\.png$/)
    expect((await find(420, 420, large)).elsewhere).toMatch(/picture4\.png$/)
    expect(cloud.asked[0]).toBe(
      '/thumbnails?assetIds=1818&size=420x420&format=Png&returnPolicy=Placeholder&isCircular=false',
    )
    platform.pass(31 * 24 * 60 * 60_000)
    expect((await find(420, 420)).elsewhere).toMatch(/picture5\.png$/)
    expect((await find(420, 420)).elsewhere).toMatch(/picture5\.png$/)
  })

  test('serves the thumbnail of a stored asset once it is approved', async () => {
    const { platform, cloud, creator, store, show } = await startAssets(kind)
    const size = { wd: 420, ht: 420 }
    const place = await createPublishedPlace(platform, creator, { name: 'A place' })
    expect(await findThumbnail(platform, { aid: place.id, ...size })).toEqual({ assetId: place.id })
    const id = await store('a hat')
    await platform.files.write(`thumbnails/${id}`, chunks('a picture'), 100)
    expect(await findThumbnail(platform, { aid: id, ...size })).toEqual({ assetId: id })
    expect(await readThumbnail(platform, id)).toBeUndefined()
    await show(id, 'Visible')
    const picture = await readThumbnail(platform, id)
    expect(picture && (await text(picture.stream()))).toBe('a picture')
    await show(id, 'Moderated')
    expect(await readThumbnail(platform, id)).toBeUndefined()
    await expect(findThumbnail(platform, { aid: id, ...size })).rejects.toMatchObject({
      reason: 'invalid',
      message: 'Invalid asset',
    })
    await expect(readThumbnail(platform, 1818)).rejects.toMatchObject({ reason: 'missing' })
    expect(cloud.asked).toEqual([])
  })
})
