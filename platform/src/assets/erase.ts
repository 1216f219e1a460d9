import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../foundation/database.ts'
import type { Forgetting } from '../foundation/door.ts'
import { inParts, rowsPerPart } from '../foundation/in-parts.ts'
import { erasePictures } from '../rendering/door.ts'
import { assetSubject } from '../rendering/rules.ts'
import { removeAssetFiles } from './files/replace-asset-file.ts'

/**
 * Takes all items of a user off sale, so that no new payment names the user. Returns whether any was on sale: a purchase that has
 * seen it may not be recorded yet.
 */
export async function withdrawFromSale({ db }: { db: Db }, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ for_sale: 0 })
    .where('creator_id', '=', userId)
    .where('for_sale', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes the items of a user that nobody else owns and no other item refers to, with their files. The other items keep working,
 * without a creator and a description.
 */
export async function eraseAssets(
  platform: { db: Db; files: Files } & Forgetting<'asset'>,
  userId: string,
): Promise<void> {
  const { db, files } = platform
  // An item is deleted before the items that it refers to, which the next part lists.
  await inParts(
    () => listUnshared(db, userId),
    async (ids) => {
      for (const id of ids) {
        await erasePictures(platform, assetSubject(id))
        const isDeleted = await db.transaction().execute(async (trx) => {
          // Another user may have got the item meanwhile.
          await lockItem(trx, id)
          if ((await selectUnshared(trx, userId).where('id', '=', id).execute()).length === 0) return false
          await platform.forgetContent.asset(trx, [id])
          await trx.deleteFrom('assets').where('id', '=', id).execute()
          return true
        })
        // The sweeps remove files that a crash leaves here.
        if (isDeleted) await removeAssetFiles(files, id)
      }
    },
  )
  await inParts(
    (limit) => db.selectFrom('assets').select('id').where('creator_id', '=', userId).limit(limit).execute(),
    (kept) =>
      db.transaction().execute(async (trx) => {
        const ids = kept.map(({ id }) => id)
        const nobody = { creator_id: null, description: '', for_sale: 0 }
        await trx.updateTable('assets').set(nobody).where('id', 'in', ids).execute()
      }),
  )
  await db.deleteFrom('owned_assets').where('user_id', '=', userId).execute()
}

/** Makes other transactions wait that are about to refer to the item. SQLite runs one writing transaction at a time. */
const lockItem = (trx: Db, id: number) =>
  trx
    .selectFrom('assets')
    .select('id')
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute()

async function listUnshared(db: Db, userId: string): Promise<number[]> {
  const rows = await selectUnshared(db, userId).limit(rowsPerPart).execute()
  return rows.map(({ id }) => id)
}

const selectUnshared = (db: Db, userId: string) =>
  db
    .selectFrom('assets')
    .select('id')
    .where('creator_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('owned_assets')
            .select('asset_id')
            .whereRef('asset_id', '=', 'assets.id')
            .where('user_id', '!=', userId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('asset_parts').select('asset_id').whereRef('image_id', '=', 'assets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('asset_references')
            .select('asset_id')
            .whereRef('referred_id', '=', 'assets.id')
            .whereRef('asset_id', '!=', 'assets.id'),
        ),
      ),
    )
