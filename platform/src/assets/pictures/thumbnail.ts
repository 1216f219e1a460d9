import type { Db } from '../../database.ts'
import { isTakenAssetId } from '../../foundation/asset-ids.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files, StoredFile } from '../../foundation/files.ts'
import { assetSubject, previewName } from '../../rendering/rules.ts'
import type { AssetCloud } from '../cloud/client.ts'
import { findCloudThumbnail } from '../cloud/thumbnail.ts'
import { thumbnailInput } from '../input.ts'
import { findAsset } from '../queries.ts'

/**
 * Finds whose thumbnail is asked for, and where it is.
 *
 * @param input `aid`, `wd`, `ht` as clients write them.
 * @returns the asset's id, and the address of its thumbnail for those that are not of this instance, which has its own.
 * @throws Refused `missing` for what is not an id and a size; `invalid`: it has none; `upstream`, `late`.
 */
export async function findThumbnail(
  platform: { db: Db; now: Clock; assetCloud: AssetCloud },
  input: unknown,
): Promise<{ assetId: number; elsewhere?: string }> {
  const { success, data } = thumbnailInput.safeParse(input)
  if (!success) throw new Refused('missing', 'Asset not found')
  const { aid: assetId, wd: width, ht: height } = data
  if (await isTakenAssetId(platform.db, assetId)) {
    const asset = await findAsset(platform.db, assetId)
    if (asset?.visibility === 'Moderated') throw new Refused('invalid', 'Invalid asset')
    return { assetId }
  }
  return { assetId, elsewhere: await findCloudThumbnail(platform, assetId, { width, height }) }
}

/**
 * The small thumbnail of an asset, and what names it; undefined: it has none that may be shown.
 *
 * @throws Refused `missing`: nothing here has that id.
 */
export async function readSmallThumbnail(
  { db, files }: { db: Db; files: Files },
  assetId: number,
): Promise<{ file: StoredFile; name: string } | undefined> {
  if (!(await isTakenAssetId(db, assetId))) throw new Refused('missing', 'Asset not found')
  const asset = await findAsset(db, assetId)
  if (asset?.visibility !== 'Visible' || asset.thumbnail === null) return undefined
  const file = await files.open(previewName(assetSubject(assetId)))
  return file && { file, name: asset.thumbnail }
}

/**
 * The thumbnail of a place or an asset of this instance; undefined: it has none that may be shown.
 *
 * @throws Refused `missing`: nothing here has that id.
 */
export async function readThumbnail(
  { db, files }: { db: Db; files: Files },
  assetId: number,
): Promise<StoredFile | undefined> {
  if (!(await isTakenAssetId(db, assetId))) throw new Refused('missing', 'Asset not found')
  const asset = await findAsset(db, assetId)
  return asset?.visibility === 'Visible' ? files.open(`thumbnails/${assetId}`) : undefined
}
