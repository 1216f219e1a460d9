import type { Db } from '../foundation/database.ts'
import { enqueueFollowUp } from '../foundation/follow-ups.ts'
import { followUpPriority } from '../foundation/tables.ts'
import { assetSubject } from '../rendering/rules.ts'
import type { Visibility } from './rules.ts'

/**
 * Changes the visibility of an asset and its image, in the transaction of the decision.
 *
 * @param file hexadecimal SHA-256 of the file that was decided on, if known.
 * @returns false when the asset was in none of the states `from`, or has another file.
 */
export async function changeVisibility(
  db: Db,
  assetId: number,
  { from, to, file }: { from: readonly Visibility[]; to: Visibility; file?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ visibility: to, withheld: 0 })
    .where('id', '=', assetId)
    .where('visibility', 'in', from)
    .$if(file !== undefined, (query) => query.where('file_sha256', '=', file ?? ''))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('assets')
    .set({ visibility: to, withheld: 0 })
    .where('id', 'in', partsOf(db, assetId))
    .execute()
  return true
}

/** Makes an asset and its image wait for approval, without serving their files. A moderated asset stays moderated. */
export async function withhold(db: Db, assetId: number, now: number): Promise<void> {
  await db
    .updateTable('assets')
    .set((eb) => ({
      visibility: 'Pending',
      withheld: 1,
      // An asset that waits already keeps its position in the queue.
      waiting_since: eb
        .case()
        .when('visibility', '=', 'Pending')
        .then(eb.ref('waiting_since'))
        .else(now)
        .end(),
    }))
    .where((eb) => eb.or([eb('id', '=', assetId), eb('id', 'in', partsOf(db, assetId))]))
    .where('visibility', '<>', 'Moderated')
    .execute()
}

const partsOf = (db: Db, assetId: number) =>
  db.selectFrom('asset_parts').select('image_id').where('asset_id', '=', assetId)

/** Enqueues renders of the wearers of an asset after its file has changed. They keep their pictures until then. */
export const refreshWearers = (db: Db, assetId: number) =>
  enqueueFollowUp(db, {
    subject: assetSubject(assetId),
    step: 'refresh-wearers',
    priority: followUpPriority.background,
  })
