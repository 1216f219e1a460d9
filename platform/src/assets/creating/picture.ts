import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import type { StoredFile } from '../../foundation/stored-file.ts'
import { assetSubject, previewName } from '../../rendering/rules.ts'
import { assetFileName, type Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { findCreation, findPicture } from './queries.ts'

/**
 * Reads the re-encoded image of an asset. Catalog managers always see it; its creator sees it unless it is moderated.
 *
 * @throws Refused `missing`
 */
export async function readPicture(
  platform: { db: Db; files: Files },
  actor: Actor,
  assetId: number,
): Promise<StoredFile> {
  const imageId = await findImage(platform.db, actor, assetId)
  const file = imageId === undefined ? undefined : await platform.files.open(assetFileName(imageId))
  if (!file) throw new Refused('assets.picture_not_found')
  return file
}

/**
 * Opens the rendered picture of an asset, also while the asset is pending, for those who see its image.
 *
 * @throws Refused `missing`
 */
export async function readRenderedPicture(
  platform: { db: Db; files: Files },
  actor: Actor,
  assetId: number,
): Promise<{ file: StoredFile; name: string }> {
  const asset = await findPicture(platform.db, assetId)
  const name = asset && seesPictures(actor, asset) ? asset.thumbnail : null
  const file = name === null ? undefined : await platform.files.open(previewName(assetSubject(assetId)))
  if (name === null || !file) throw new Refused('assets.picture_not_found')
  return { file, name }
}

/** Returns the names of the rendered pictures of assets that the actor has created, by asset. Moderated ones have none. */
export async function listRenderedPictures(
  db: Db,
  actor: Actor,
  assetIds: readonly number[],
): Promise<Map<number, string>> {
  if (assetIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'thumbnail'])
    .where('id', 'in', assetIds)
    .where('creator_id', '=', actor.id)
    .where('visibility', '<>', 'Moderated')
    .execute()
  return new Map(rows.flatMap(({ id, thumbnail }) => (thumbnail === null ? [] : [[id, thumbnail]])))
}

/** The pictures of a pending asset. Pages of the asset show them to viewers who see it before it is approved. */
export async function viewPendingPictures(
  db: Db,
  assetId: number,
): Promise<{ imageId: number | null; thumbnail: string | null }> {
  const asset = await findPicture(db, assetId)
  return { imageId: (asset && imageOf(asset)) ?? null, thumbnail: asset?.thumbnail ?? null }
}

const seesPictures = (actor: Actor, asset: { creator_id: string | null; visibility: Visibility }): boolean =>
  actor.permissionLevel >= permissionLevel.catalogManager ||
  (asset.creator_id === actor.id && asset.visibility !== 'Moderated')

const imageOf = ({ id, type, image_id: imageId }: { id: number; type: number; image_id: number | null }) =>
  imageId ?? (type === assetType.image ? id : undefined)

async function findImage(db: Db, actor: Actor, assetId: number): Promise<number | undefined> {
  const asset = await findPicture(db, assetId)
  if (asset) return seesPictures(actor, asset) ? imageOf(asset) : undefined
  const creation = await findCreation(db, assetId)
  if (creation?.creator_id !== actor.id) return undefined
  return imageOf({ ...creation, id: creation.asset_id })
}
