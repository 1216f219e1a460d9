import type { Db } from '../database.ts'
import { enqueueFollowUp, followUpPriority } from '../foundation/follow-ups.ts'
import { assetSubject } from '../rendering/rules.ts'
import type { Visibility } from './rules.ts'

/**
 * Changes who sees an asset, and the image that it is made of, in the transaction of whoever decides that. Answers whether it
 * was one of `from` until then, with the file that was decided on, where that is known.
 *
 * @param file hex SHA-256
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

/** Has an asset wait for approval with its image, and nobody is handed their files before. What is moderated stays so. */
export async function withhold(db: Db, assetId: number, now: number): Promise<void> {
  await db
    .updateTable('assets')
    .set((eb) => ({
      visibility: 'Pending',
      withheld: 1,
      // What waits already keeps its place.
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

/** Has the wearers of an asset re-rendered after its file has changed. They keep their pictures until then. */
export const refreshWearers = (db: Db, assetId: number) =>
  enqueueFollowUp(db, {
    subject: assetSubject(assetId),
    step: 'refresh-wearers',
    priority: followUpPriority.background,
  })
