import type { Db } from '../../database.ts'
import { type Clock, day } from '../../foundation/clock.ts'
import type { AssetCloud } from './client.ts'

/** Addresses of pictures at somebody else's do not hold for ever. */
const keptFor = 30 * day

/**
 * The address of the thumbnail of one of the cloud's assets, which is remembered for each size.
 *
 * @param size in pixels.
 * @throws Refused `invalid`: it has none; `upstream`, `late`.
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
    .where('fetched', '>', now() - keptFor)
    .executeTakeFirst()
  if (known) return known.url

  const url = await assetCloud.askThumbnail(assetId, `${width}x${height}`)
  const fetched = now()
  await db
    .insertInto('cloud_thumbnails')
    .values({ asset_id: assetId, width, height, url, fetched })
    .onConflict((conflict) => conflict.columns(['asset_id', 'width', 'height']).doUpdateSet({ url, fetched }))
    .execute()
  return url
}
