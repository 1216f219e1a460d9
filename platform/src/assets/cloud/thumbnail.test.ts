import { expect, test } from 'vitest'
import { openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { findCloudThumbnail, requestedSize, sweepCloudThumbnails } from './thumbnail.ts'

async function start() {
  const service = await startWebServer((_, response, url) =>
    response.end(JSON.stringify({ data: [{ imageUrl: `${url}/picture.png` }] })),
  )
  const platform = await openTestPlatform('SQLite', { AssetCloud: { ThumbnailURL: service.url } })
  const rows = () =>
    platform.db.selectFrom('cloud_thumbnails').select(['asset_id', 'width']).orderBy('asset_id').execute()
  return { platform, service, rows }
}

test.each([
  [420, 420, '420x420'],
  [60, 62, '60x62'],
  [61, 62, '75x75'],
  [1, 1, '30x30'],
  [300, 400, '420x420'],
  [100_000, 1, '700x700'],
])('requests a thumbnail of %ix%i as %s', (width, height, size) => {
  const requested = requestedSize({ width, height })
  expect(`${requested.width}x${requested.height}`).toBe(size)
})

test('asks once for all sizes that are requested as one, and stores one row', async () => {
  const { platform, service, rows } = await start()
  for (let side = 76; side <= 110; side++)
    await findCloudThumbnail(platform, 7, { width: side, height: side, client: '203.0.113.1' })
  expect(service.asked).toHaveLength(1)
  expect(await rows()).toEqual([{ asset_id: 7, width: 110 }])
})

test('sweeps addresses after 30 days, and the oldest ones beyond the maximum', async () => {
  const { platform, rows } = await start()
  const find = (id: number) => findCloudThumbnail(platform, id, { width: 30, height: 30 })
  await find(1)
  platform.pass(31 * 86_400_000)
  for (const id of [2, 3, 4]) {
    platform.pass(1_000)
    await find(id)
  }
  await sweepCloudThumbnails(platform)
  expect((await rows()).map(({ asset_id }) => asset_id)).toEqual([2, 3, 4])
  await sweepCloudThumbnails(platform, 2)
  expect((await rows()).map(({ asset_id }) => asset_id)).toEqual([3, 4])
})
