import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { assetSubject, previewName } from '../../rendering/rules.ts'
import { assetFileName, type Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { findCreation, findPicture, selectPictures } from './queries.ts'

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
 * Opens the rendered picture of an asset, also while it is pending, for the same viewers as `readPicture`.
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

/** The pictures of an asset that is not shown to everybody yet: its image, and the name of its rendered picture. */
interface Pictures {
  imageId: number | null
  thumbnail: string | null
}

/** Returns the pictures of assets that the actor has created, by asset. Moderated ones have none. */
export async function listOwnPictures(
  db: Db,
  actor: Actor,
  assetIds: readonly number[],
): Promise<Map<number, Pictures>> {
  if (assetIds.length === 0) return new Map()
  const rows = await selectPictures(db)
    .where('assets.id', 'in', assetIds)
    .where('creator_id', '=', actor.id)
    .where('visibility', '<>', 'Moderated')
    .execute()
  return new Map(rows.map((asset) => [asset.id, picturesOf(asset)]))
}

/** Returns the pictures of a pending asset, for viewers who see it before it is approved. */
export async function viewPendingPictures(db: Db, assetId: number): Promise<Pictures | null> {
  const asset = await findPicture(db, assetId)
  return asset?.visibility === 'Pending' ? picturesOf(asset) : null
}

const picturesOf = (asset: Parameters<typeof imageOf>[0] & { thumbnail: string | null }): Pictures => ({
  imageId: imageOf(asset) ?? null,
  thumbnail: asset.thumbnail,
})

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
