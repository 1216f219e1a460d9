import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { assetSubject, previewName } from '../../rendering/rules.ts'
import { assetInput } from '../input.ts'
import { assetFileName, type Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { isNotModerated } from '../visible.ts'
import { findCreation, findPicture, selectPictures } from './queries.ts'

interface Reading {
  db: Db
  files: Files
}

/** @throws Refused `missing` */
export const readPicture = useCase(
  {
    summary:
      'Reads the re-encoded image of an item. Catalog managers always see it; its creator sees it unless it is moderated.',
    scope: 'assets:write',
    input: assetInput,
  },
  async (platform: Reading, actor, { id }): Promise<StoredFile> => {
    const imageId = await findImage(platform.db, actor, id)
    const file = imageId === undefined ? undefined : await platform.files.open(assetFileName(imageId))
    if (!file) throw new Refused('assets.picture_not_found')
    return file
  },
)

/** @throws Refused `missing` */
export const readRenderedPicture = useCase(
  {
    summary:
      'Sends the rendered picture of an item to its maker and to catalog managers, even before the item is approved.',
    scope: 'assets:write',
    input: assetInput,
  },
  async (platform: Reading, actor, { id }): Promise<{ file: StoredFile; name: string }> => {
    const asset = await findPicture(platform.db, id)
    const name = asset && seesPictures(actor, asset) ? asset.thumbnail : null
    const file = name === null ? undefined : await platform.files.open(previewName(assetSubject(id)))
    if (name === null || !file) throw new Refused('assets.picture_not_found')
    return { file, name }
  },
)

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
    .where(isNotModerated)
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
