import { type Clock, day } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import type { AssetCloud } from './client.ts'

/** Age at which a cached address is requested again. */
const maxAgeMs = 30 * day

/** Maximum number of cached addresses. Beyond it, the oldest ones are removed. */
const maxAddresses = 100_000

/** Sizes that are requested, as `WxH` in pixels. Otherwise each asset could have thousands of addresses. */
const sizes: ReadonlySet<string> = new Set([
  ...['30x30', '42x42', '50x50', '60x62', '75x75', '110x110', '140x140', '150x150', '160x100', '160x600'],
  ...['250x250', '256x144', '300x250', '304x166', '384x216', '396x216', '420x420', '480x270', '512x512'],
  ...['576x324', '700x700', '768x432'],
])

const squares = [30, 42, 50, 75, 110, 140, 150, 250, 420, 512, 700]
const largest = 700

interface Size {
  width: number
  height: number
}

/** Returns the size itself if it is requested, or else the smallest square that contains it. */
export function requestedSize({ width, height }: Size): Size {
  if (sizes.has(`${width}x${height}`)) return { width, height }
  const side = squares.find((square) => square >= Math.max(width, height)) ?? largest
  return { width: side, height: side }
}

/** Removes addresses that are too old, and the oldest ones beyond the maximum. */
export async function sweepCloudThumbnails(
  { db, now }: { db: Db; now: Clock },
  max = maxAddresses,
): Promise<void> {
  const excess = await db
    .selectFrom('cloud_thumbnails')
    .select('fetched')
    .orderBy('fetched', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst()
  const before = Math.max(now() - maxAgeMs, Number(excess?.fetched ?? 0))
  await db.deleteFrom('cloud_thumbnails').where('fetched', '<=', before).execute()
}

/**
 * Finds the address of a cloud asset's thumbnail, and caches it for each size.
 *
 * @param size in pixels. The picture may have another one.
 * @throws Refused `invalid`: the asset has none; `upstream`, `late`; `limited`, `busy`.
 */
export async function findCloudThumbnail(
  { db, now, assetCloud }: { db: Db; now: Clock; assetCloud: AssetCloud },
  assetId: number,
  { client, ...wanted }: Size & { client?: string | undefined },
): Promise<string> {
  const { width, height } = requestedSize(wanted)
  const known = await db
    .selectFrom('cloud_thumbnails')
    .select('url')
    .where('asset_id', '=', assetId)
    .where('width', '=', width)
    .where('height', '=', height)
    .where('fetched', '>', now() - maxAgeMs)
    .executeTakeFirst()
  if (known) return known.url

  const url = await assetCloud.requestThumbnail(assetId, `${width}x${height}`, client)
  const fetched = now()
  await db
    .insertInto('cloud_thumbnails')
    .values({ asset_id: assetId, width, height, url, fetched })
    .onConflict((conflict) => conflict.columns(['asset_id', 'width', 'height']).doUpdateSet({ url, fetched }))
    .execute()
  return url
}
