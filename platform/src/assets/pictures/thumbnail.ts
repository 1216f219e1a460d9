import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { isTakenAssetId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { assetSubject, pictureName, previewName } from '../../rendering/rules.ts'
import type { AssetCloud } from '../cloud/client.ts'
import { findCloudThumbnail } from '../cloud/thumbnail.ts'
import type { ThumbnailQuery } from '../input.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound } from '../rules.ts'

/**
 * Finds the address of a thumbnail that a client asks for, if the asset cloud has it.
 *
 * @param asked undefined: the request is malformed.
 * @param client address that asks.
 * @returns the asset's id, and an address for assets that are not of this instance.
 * @throws Refused `missing`: the request is malformed; `invalid`: the asset has no thumbnail; `upstream`, `late`.
 */
export async function findThumbnail(
  platform: { db: Db; now: Clock; assetCloud: AssetCloud },
  asked: ThumbnailQuery | undefined,
  client?: string,
): Promise<{ assetId: number; elsewhere?: string }> {
  if (!asked) throw assetNotFound()
  const { aid: assetId, wd: width, ht: height } = asked
  if (await isTakenAssetId(platform.db, assetId)) {
    const asset = await findAsset(platform.db, assetId)
    if (asset?.visibility === 'Moderated') throw new Refused('assets.thumbnail_invalid')
    return { assetId }
  }
  return { assetId, elsewhere: await findCloudThumbnail(platform, assetId, { width, height, client }) }
}

/**
 * Opens the preview of an asset, and returns its name. Returns undefined when there is none that may be shown.
 *
 * @throws Refused `missing`: the id is unknown.
 */
export async function readSmallThumbnail(
  { db, files }: { db: Db; files: Files },
  assetId: number,
): Promise<{ file: StoredFile; name: string } | undefined> {
  if (!(await isTakenAssetId(db, assetId))) throw assetNotFound()
  const asset = await findAsset(db, assetId)
  if (asset?.visibility !== 'Visible' || asset.thumbnail === null) return undefined
  const file = await files.open(previewName(assetSubject(assetId)))
  return file && { file, name: asset.thumbnail }
}

/**
 * Opens the thumbnail of an asset. Returns undefined when there is none that may be shown, and for a place.
 *
 * @throws Refused `missing`: the id is unknown.
 */
export async function readThumbnail(
  { db, files }: { db: Db; files: Files },
  assetId: number,
): Promise<StoredFile | undefined> {
  if (!(await isTakenAssetId(db, assetId))) throw assetNotFound()
  const asset = await findAsset(db, assetId)
  return asset?.visibility === 'Visible'
    ? files.open(pictureName(assetSubject(assetId), 'thumbnail'))
    : undefined
}
