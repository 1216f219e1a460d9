import type { Db } from '../../database.ts'
import { type Clock, day } from '../../foundation/clock.ts'
import type { AssetCloud } from './client.ts'

/** Age at which a cached address is requested again. */
const maxAgeMs = 30 * day

/**
 * Finds the address of a cloud asset's thumbnail, and caches it for each size.
 *
 * @param size in pixels.
 * @throws Refused `invalid`: the asset has none; `upstream`, `late`.
 */
export async function findCloudThumbnail(
  { db, now, assetCloud }: { db: Db; now: Clock; assetCloud: AssetCloud },
  assetId: number,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const known = await db
    .selectFrom('cloud_thumbnails')
    .select('url')
    .where('asset_id', '=', assetId)
    .where('width', '=', width)
    .where('height', '=', height)
    .where('fetched', '>', now() - maxAgeMs)
    .executeTakeFirst()
  if (known) return known.url

  const url = await assetCloud.requestThumbnail(assetId, `${width}x${height}`)
  const fetched = now()
  await db
    .insertInto('cloud_thumbnails')
    .values({ asset_id: assetId, width, height, url, fetched })
    .onConflict((conflict) => conflict.columns(['asset_id', 'width', 'height']).doUpdateSet({ url, fetched }))
    .execute()
  return url
}
