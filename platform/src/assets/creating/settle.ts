import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { PaymentRow, Settling } from '../../money/door.ts'
import type { Renders } from '../../rendering/door.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { recordReferences } from '../files/references.ts'
import { giveAsset } from '../ownership/queries.ts'
import { assetFileName } from '../rules.ts'
import { assetType } from '../types.ts'
import { type CreationRow, findCreation } from './queries.ts'

const idOf = ({ subject }: PaymentRow) => Number(subject.slice('asset:'.length))

/** Completes or undoes creations when their payments are settled. */
export const creationPayments = (platform: { renders: Renders }): Settling => ({
  grant: (db, payment, now) => grantCreation(platform, db, payment, now),
  async undo(db, payment) {
    await db.updateTable('creations').set({ state: 'failed' }).where('asset_id', '=', idOf(payment)).execute()
  },
  settled(_payment, state) {
    if (state === 'paid') platform.renders.wake()
  },
})

/** Turns a paid creation into an asset of its creator, and requests the thumbnail. */
export async function grantCreation(
  { renders }: { renders: Renders },
  db: Db,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const creation = await findCreation(db, idOf(payment))
  if (!creation) throw new Error(`the payment ${payment.id} has no creation`)
  const { asset_id, creator_id, referred } = creation
  const asset = assetOf(creation, now)
  await db.insertInto('assets').values(asset).execute()
  await recordReferences(db, asset_id, referred === '' ? [] : referred.split(',').map(Number))
  await insertImage(db, creation, asset)
  await giveAsset(db, { userId: creator_id, assetId: asset_id }, now)
  await renders.request(db, assetSubject(asset_id), renderPriority.thumbnail)
  await db.updateTable('creations').set({ state: 'paid' }).where('asset_id', '=', asset_id).execute()
}

function assetOf(creation: CreationRow, now: number) {
  const {
    asset_id,
    key: _,
    image_id: _id,
    image_size: _size,
    image_sha256: _sha256,
    image_md5: _md5,
    state: _state,
    referred: _referred,
    ...asset
  } = creation
  return {
    ...asset,
    id: asset_id,
    name_key: nameKeyOf(asset.name),
    description_updated: now,
    waiting_since: now,
    created: now,
    updated: now,
  }
}

/** Inserts the image that the file of a creation refers to, if any. Images refer to no other assets. */
async function insertImage(
  db: Db,
  { asset_id, image_id, image_size, image_sha256, image_md5 }: CreationRow,
  asset: ReturnType<typeof assetOf>,
): Promise<void> {
  if (image_id === null || image_size === null || image_sha256 === null || image_md5 === null) return
  const file = { picture_hash: '', file_size: image_size, file_sha256: image_sha256, file_md5: image_md5 }
  const image = { ...asset, id: image_id, type: assetType.image, price: 0, for_sale: 0, ...file }
  await db.insertInto('assets').values(image).execute()
  await db.insertInto('asset_parts').values({ asset_id, image_id }).execute()
}

/** Removes the files and then the row of a failed creation. Returns false for any other creation. */
export async function removeFailed(platform: { db: Db; files: Files }, assetId: number): Promise<boolean> {
  const creation = await findCreation(platform.db, assetId)
  if (creation?.state !== 'failed') return false
  await platform.files.remove(assetFileName(assetId))
  if (creation.image_id !== null) await platform.files.remove(assetFileName(creation.image_id))
  await platform.db
    .deleteFrom('creations')
    .where('asset_id', '=', assetId)
    .where('state', '=', 'failed')
    .execute()
  return true
}
