import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { CommitUnknown } from '../../foundation/database/outage.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Chunks, Files } from '../../foundation/files.ts'
import { recordReferences } from './references.ts'
import { nextFileName, settleAssetFile } from './settle-asset-files.ts'
import { receiveAssetFile } from './store-asset.ts'

/**
 * Replaces an asset's file. The caller has checked that the actor may. After a crash at any point, file and row are the old
 * ones, or `settleAssetFiles` completes the replacement.
 *
 * @param meanwhile changes more rows in the same transaction, which holds the asset's row.
 * @throws Refused `missing`; InvalidFields `asset`; any error of the source or of `meanwhile`. The old file stays then.
 */
export async function replaceAssetFile(
  platform: { db: Db; now: Clock; files: Files },
  assetId: number,
  source: Chunks,
  meanwhile?: (db: Db) => Promise<void>,
): Promise<void> {
  await receiveAssetFile(platform, source, async (received, file, referred) => {
    const next = nextFileName(assetId, received.sha256)
    await received.place(next)
    try {
      await platform.db.transaction().execute(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('assets')
          .set({ ...file, indexed: 1, updated: platform.now() })
          .where('id', '=', assetId)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refused('missing', 'Asset not found')
        await recordReferences(db, assetId, referred)
        await meanwhile?.(db)
      })
    } catch (error) {
      if (!(error instanceof CommitUnknown)) await platform.files.remove(next)
      throw error
    }
    await settleAssetFile(platform, assetId)
  })
}
