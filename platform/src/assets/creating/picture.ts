import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import type { StoredFile } from '../../foundation/stored-file.ts'
import { assetFileName } from '../rules.ts'
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

async function findImage(db: Db, actor: Actor, assetId: number): Promise<number | undefined> {
  const asset = await findPicture(db, assetId)
  const approves = actor.permissionLevel >= permissionLevel.catalogManager
  if (asset) {
    const seesOwn = asset.creator_id === actor.id && asset.visibility !== 'Moderated'
    if (!approves && !seesOwn) return undefined
    return asset.image_id ?? (asset.type === assetType.image ? asset.id : undefined)
  }
  const creation = await findCreation(db, assetId)
  if (creation?.creator_id !== actor.id) return undefined
  return creation.image_id ?? (creation.type === assetType.image ? creation.asset_id : undefined)
}
