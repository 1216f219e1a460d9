import type { Db } from '../../database.ts'
import { type Clock, day } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { Settling } from '../../money/payments/payments.ts'
import type { PaymentRow } from '../../money/payments/queries.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { assetFileName } from '../files/store-asset.ts'
import { giveAsset } from '../ownership.ts'
import { assetType } from '../rules.ts'
import { type CreationRow, findCreation } from './queries.ts'

const idOf = ({ subject }: PaymentRow) => Number(subject.slice('asset:'.length))

/** What becomes of what somebody makes when it is settled. */
export const creationPayments = (platform: { renders: Renders }): Settling => ({
  grant: (db, payment, now) => grantCreation(platform, db, payment, now),
  async undo(db, payment) {
    await db.updateTable('creations').set({ state: 'failed' }).where('asset_id', '=', idOf(payment)).execute()
  },
  settled(_payment, state) {
    if (state === 'paid') platform.renders.wake()
  },
})

/** It is there from now on, and its creator's; its thumbnail is asked for. */
export async function grantCreation(
  { renders }: { renders: Renders },
  db: Db,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const creation = await findCreation(db, idOf(payment))
  if (!creation) throw new Error(`nothing was made that ${payment.id} pays for`)
  const { asset_id, image_id, image_size, image_sha256, image_md5, creator_id } = creation
  const asset = assetOf(creation, now)
  await db.insertInto('assets').values(asset).execute()
  if (image_id !== null && image_size !== null && image_sha256 !== null && image_md5 !== null) {
    const file = { file_size: image_size, file_sha256: image_sha256, file_md5: image_md5 }
    const image = { ...asset, id: image_id, type: assetType.image, price: 0, for_sale: 0, ...file }
    await db.insertInto('assets').values(image).execute()
    await db.insertInto('asset_parts').values({ asset_id, image_id }).execute()
  }
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

/** Removes the files of what came to nothing, and then all that was noted of it; false: it did not. */
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

/** Of what came to nothing, as much as one run removes. */
const perRun = 100

/** For so long a form that is sent again finds what it has made. */
const keptFor = day

/** Removes what a crash left of failures, and what is remembered of forms that nobody sends again. */
export async function sweepCreations(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db } = platform
  const failed = await db
    .selectFrom('creations')
    .select('asset_id')
    .where('state', '=', 'failed')
    .limit(perRun)
    .execute()
  for (const { asset_id } of failed) await removeFailed(platform, asset_id)
  await db
    .deleteFrom('creations')
    .where('state', '=', 'paid')
    .where('created', '<', platform.now() - keptFor)
    .execute()
}
