import { createReferenceScan, type ReferenceScan } from '@baseplate/renderer/models/scan-references'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { isAssetId } from '../../foundation/asset-ids.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { assetFileName, isXml } from '../rules.ts'

/** Finds the assets that a file refers to, in chunks as it arrives. */
export const scanAssetFile = (): ReferenceScan => createReferenceScan(isXml)

const rowsPerInsert = 1_000

/** Replaces the recorded references of an asset, in the transaction in which its row names the file. */
export async function recordReferences(db: Db, assetId: number, referred: Iterable<number>): Promise<void> {
  await db.deleteFrom('asset_references').where('asset_id', '=', assetId).execute()
  const rows = [...referred].filter(isAssetId).map((referred_id) => ({ asset_id: assetId, referred_id }))
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await db
      .insertInto('asset_references')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  }
}

/** Lists assets whose documents refer to one of the given assets, by id, without moderated assets. */
export const listReferrers = async (
  db: Db,
  referred: readonly number[],
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  (
    await db
      .selectFrom('asset_references')
      .innerJoin('assets', 'assets.id', 'asset_references.asset_id')
      .select('assets.id')
      .distinct()
      .where('asset_references.referred_id', 'in', referred)
      .where('asset_references.asset_id', '>', after)
      .where('assets.visibility', '<>', 'Moderated')
      .orderBy('assets.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Files indexed by one transaction. */
const indexedAtOnce = 100

interface Indexing {
  db: Db
  files: Files
  log: Logger
}

/**
 * Records the references of the next assets from before `asset_references` existed. An unreadable file has no references, because
 * it cannot be drawn.
 *
 * @returns whether any asset was left; there may be more.
 */
export async function indexReferences({ db, files, log }: Indexing): Promise<boolean> {
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'file_sha256'])
    .where(sql<SqlBool>`indexed = 0`)
    .orderBy('id')
    .limit(indexedAtOnce)
    .execute()
  if (assets.length === 0) return false
  const scanned: { id: number; file_sha256: string; referred: Set<number> }[] = []
  for (const asset of assets) {
    const referred = await readReferences(files, asset.id).catch((error: Error) => {
      log.error({ asset: asset.id, error: error.message }, 'the file of an asset cannot be read')
      return new Set<number>()
    })
    scanned.push({ ...asset, referred })
  }
  await db.transaction().execute(async (db) => {
    for (const { id, file_sha256, referred } of scanned) {
      // A replaced file has recorded its own references.
      const { numUpdatedRows } = await db
        .updateTable('assets')
        .set({ indexed: 1 })
        .where('id', '=', id)
        .where('file_sha256', '=', file_sha256)
        .where('indexed', '=', 0)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await recordReferences(db, id, referred)
    }
  })
  return true
}

async function readReferences(files: Files, assetId: number): Promise<Set<number>> {
  const scan = scanAssetFile()
  const file = await files.open(assetFileName(assetId))
  if (!file) return new Set()
  for await (const chunk of file.stream()) scan.add(chunk as Buffer)
  return scan.end()
}
