import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { requireStorage, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { Renders } from '../../rendering/door.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { replaceAssetFile } from '../files/replace-asset-file.ts'
import { type AssetRow, findAsset } from '../queries.ts'
import { assetFileName, assetNotFound } from '../rules.ts'
import { findManagedAsset, recordAssetChange } from '../settings.ts'
import { assetType } from '../types.ts'
import { refreshWearers, withhold } from '../visibility.ts'
import { assetFile } from './create.ts'
import { replaceInput } from './input.ts'
import { type Preparing, prepare, requireUpload } from './prepare.ts'
import { findHolderOf } from './queries.ts'
import { sourceOf } from './rules.ts'
import { type WrittenAsset, writeImage } from './write-files.ts'

interface Replacing extends Preparing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Client' | 'Quota' | 'AssetCloud' | 'baseUrl'>
  renders: Renders
  creationLimit: Limit
}

/** Whether a file that the actor replaces is served without approval. */
export const replacesAtOnce = (actor: Actor) => actor.permissionLevel >= permissionLevel.catalogManager

/**
 * @throws Refused `missing`; `forbidden`: the actor is neither the creator nor a moderator; `invalid`: the asset is moderated, of
 * a type that has no form, or the image of another asset; `limited`; InvalidFields `asset`
 */
export const replaceFile = useCase(
  {
    summary:
      'Replaces the file of an item. Below level 3, the new file is served only after approval. An invalid upload changes nothing.',
    scope: 'assets:write',
    input: replaceInput,
    file: assetFile,
  },
  async (platform: Replacing, actor, { id: assetId, asset: upload }): Promise<void> => {
    const asset = await findManagedAsset(platform.db, actor, assetId)
    await refuseUnlessReplaceable(platform.db, asset)
    const chosen = requireUpload(upload)
    await platform.creationLimit.spend(actor.id)
    const prepared = await prepare(platform, asset.type, chosen)
    const { file, image } = await writeImage(platform, asset, prepared)
    const waits = !replacesAtOnce(actor)
    let replacedImage: number | undefined
    try {
      await replaceAssetFile(platform, assetId, [file], async (db) => {
        // The transaction holds the asset's row. A concurrent replacement waits, and finds the image of this one.
        if (waits) await withhold(db, assetId, platform.now())
        const current = await findAsset(db, assetId)
        if (!current) throw assetNotFound()
        refuseModerated(current)
        const change = { before: { file: asset.file_sha256 }, after: { file: current.file_sha256 } }
        await recordAssetChange(db, actor, asset, change, platform.now())
        await db
          .updateTable('assets')
          .set({ picture_hash: prepared.pictureHash })
          .where('id', '=', assetId)
          .execute()
        if (image) replacedImage = await replaceImage(db, current, image, platform.now())
        await requireStorage(db, platform.config, { ownerId: current.creator_id, field: 'asset' })
        // A withheld asset cannot be drawn. Its approval requests the render.
        if (current.withheld === 1) return
        await platform.renders.request(db, assetSubject(assetId), renderPriority.thumbnail)
        await refreshWearers(db, assetId)
      })
    } catch (error) {
      // After any other error, a row may name the image. If none does, the sweep removes it.
      const refused = error instanceof Refused || error instanceof InvalidFields
      if (image && refused) await platform.files.remove(assetFileName(image.id))
      throw error
    }
    platform.renders.wake()
    if (replacedImage !== undefined) await platform.files.remove(assetFileName(replacedImage))
  },
)

async function refuseUnlessReplaceable(db: Db, asset: AssetRow): Promise<void> {
  refuseModerated(asset)
  if (!sourceOf(asset.type)) throw new Refused('assets.file_fixed')
  // Otherwise an approved asset would show an unapproved picture.
  if ((await findHolderOf(db, asset.id)) !== undefined) {
    throw new Refused('assets.file_of_another')
  }
}

function refuseModerated({ visibility }: AssetRow): void {
  if (visibility === 'Moderated') throw new Refused('assets.file_moderated')
}

/** Replaces the image of an asset. Returns the id of the previous image. */
async function replaceImage(
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
  // The database computes this column.
  const { cheapness: _, ...columns } = asset
  await db
    .insertInto('assets')
    .values({
      ...columns,
      id,
      type: assetType.image,
      price: 0,
      for_sale: 0,
      sold: 0,
      thumbnail: null,
      picture_hash: '',
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
