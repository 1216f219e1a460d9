import { text } from 'node:stream/consumers'
import { minute } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { startAssets } from '../../testing/assets.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'

describe.each(databases)('served assets on %s', (kind) => {
  test('serves the operator’s file first, then the user’s, then the cloud’s', async () => {
    const { platform, cloud, store, put, read } = await startAssets(kind)
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
    expect(cloud.asked).toEqual([])
    await read(1818)
    expect(cloud.asked).toEqual(['/1818', '/file/1818'])
  })

  test('does not serve a moderated asset, and does not ask the cloud for it', async () => {
    const { platform, cloud, creator, store, show, read } = await startAssets(kind)
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
    const place = await createPublishedPlace(platform, creator, { name: 'A place' })
    await expect(read(place.id)).rejects.toMatchObject({ reason: 'missing' })
    expect(cloud.asked).toEqual([])
  })

  test('fetches a file of the cloud once, caches it unchanged and rewrites it when it is served', async () => {
    const { platform, cloud, read } = await startAssets(kind)
    const all = await Promise.all(Array.from({ length: 50 }, () => read(1818)))
    expect(new Set(all)).toEqual(new Set([`<roblox>${platform.config.baseUrl}/asset?id=9</roblox>`]))
    expect(await read(1818)).toBe(all[0])
    expect(cloud.asked).toEqual(['/1818', '/file/1818'])
    const kept = await platform.files.open('asset-cache/1818')
    expect(kept && (await text(kept.stream()))).toContain('http://www.roblox.com/asset?id=9')

    // Serving it from memory counts as a use, too.
    await platform.files.touch('asset-cache/1818', 0)
    await read(1818)
    await platform.assetCloud.cache.sweep()
    const [[cached] = []] = await Array.fromAsync(platform.files.usage('asset-cache'))
    expect(cached?.used).toBeGreaterThan(Date.now() - minute)
  })

  test('shares a query between concurrent requests', async () => {
    const { platform, store, read } = await startAssets(kind)
    const made = await Promise.all(['a', 'b', 'c'].map((content) => store(content)))
    const queries = vi.spyOn(platform.db, 'selectFrom')
    const some = Array.from({ length: 60 }, (_, index) => read(made[index % 3] ?? 0))
    expect(new Set(await Promise.all(some))).toEqual(new Set(['a', 'b', 'c']))
    expect(queries).toHaveBeenCalledTimes(1)
    await read(made[0] ?? 0)
    expect(queries).toHaveBeenCalledTimes(2)
  })
})
