import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { replaceAssetFile } from '../files/replace-asset-file.ts'
import { assetFileName } from '../files/store-asset.ts'
import { type AssetRow, findAsset } from '../queries.ts'
import { assetType } from '../rules.ts'
import { findManagedAsset, noteAssetChange } from '../settings.ts'
import { refreshWearers, withhold } from '../visibility.ts'
import { type WrittenAsset, writeImage } from './files.ts'
import { prepare, requireUpload, type Upload } from './prepare.ts'
import { findPartOf } from './queries.ts'
import { sourceOf } from './rules.ts'

interface Replacing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Client' | 'Quota' | 'AssetCloud' | 'baseUrl'>
  renders: Renders
  creationLimit: Limit
}

/** Whether what these put in place of a file is there at once, as with what they make. */
export const replacesAtOnce = (actor: Actor) => actor.permissionLevel >= permissionLevel.catalogManager

/**
 * Puts another file in place of an asset's. Of those below level 3 it waits for approval, and nobody is handed it before.
 * What is wrong with the file leaves the one before as it was.
 *
 * @throws Refused `missing`; `forbidden`: for its creator, and for level 4 and higher; `invalid`: it is moderated, of a type
 * that nobody makes with a form, or the picture of another asset; `limited`; InvalidFields `asset`
 */
export async function replaceFile(
  platform: Replacing,
  actor: Actor,
  assetId: number,
  upload: Upload,
): Promise<void> {
  const asset = await findManagedAsset(platform.db, actor, assetId)
  await refuseUnlessReplaceable(platform.db, asset)
  const chosen = requireUpload(upload)
  await platform.creationLimit.spend(actor.id)
  const prepared = await prepare(asset.type, chosen, platform.config.Client.DocumentRoot)
  const { file, image } = await writeImage(platform, asset, prepared)
  const waits = !replacesAtOnce(actor)
  let before: number | undefined
  try {
    await replaceAssetFile(platform, assetId, [file], async (db) => {
      // The row is held from here on: of two at once, the later one finds the picture of the earlier.
      if (waits) await withhold(db, assetId, platform.now())
      const current = await findAsset(db, assetId)
      if (!current) throw new Refused('missing', 'Asset not found')
      refuseModerated(current)
      const change = { before: { file: asset.file_sha256 }, after: { file: current.file_sha256 } }
      await noteAssetChange(db, actor, asset, change, platform.now())
      if (image) before = await replacePart(db, current, image, platform.now())
      await requireStorage(db, platform.config, { ownerId: current.creator_id, field: 'asset' })
      // What is withheld cannot be drawn: that is asked for when it is approved.
      if (current.withheld === 1) return
      await platform.renders.request(db, assetSubject(assetId), renderPriority.thumbnail)
      await refreshWearers(db, assetId)
    })
  } catch (error) {
    // After any other error the row may name the image. If it does not, the sweep removes it.
    const refused = error instanceof Refused || error instanceof InvalidFields
    if (image && refused) await platform.files.remove(assetFileName(image.id))
    throw error
  }
  platform.renders.wake()
  if (before !== undefined) await platform.files.remove(assetFileName(before))
}

async function refuseUnlessReplaceable(db: Db, asset: AssetRow): Promise<void> {
  refuseModerated(asset)
  if (!sourceOf(asset.type)) throw new Refused('invalid', 'The file of this type of asset cannot be replaced')
  // Or else what was approved would show another picture.
  if ((await findPartOf(db, asset.id)) !== undefined) {
    throw new Refused('invalid', 'This is the picture of another asset: replace the file of that one')
  }
}

function refuseModerated({ visibility }: AssetRow): void {
  if (visibility === 'Moderated')
    throw new Refused('invalid', 'This asset is moderated: its file cannot be replaced')
}

/** Makes another image the asset's, and takes the one before away; answers which that was. */
async function replacePart(
  db: Db,
  asset: AssetRow,
  image: WrittenAsset,
  now: number,
): Promise<number | undefined> {
  const { id, size: file_size, sha256: file_sha256, md5: file_md5 } = image
  const part = await db
    .selectFrom('asset_parts')
    .select('image_id')
    .where('asset_id', '=', asset.id)
    .executeTakeFirst()
  if (part) await db.deleteFrom('assets').where('id', '=', part.image_id).execute()
  // What the database works out itself is not written.
  const { cheapness: _, ...kept } = asset
  await db
    .insertInto('assets')
    .values({
      ...kept,
      id,
      type: assetType.image,
      price: 0,
      for_sale: 0,
      sold: 0,
      thumbnail: null,
      file_size,
      file_sha256,
      file_md5,
      created: now,
      updated: now,
    })
    .execute()
  await db.insertInto('asset_parts').values({ asset_id: asset.id, image_id: id }).execute()
  return part?.image_id
}
