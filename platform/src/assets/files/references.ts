import { createReferenceScan, type ReferenceScan } from '@baseplate/renderer/models/scan-references'
import { isAssetId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { isXml } from '../rules.ts'
import { isNotModerated } from '../visible.ts'
import type { ModelReader } from './model-reader.ts'

/** Finds the assets that a file refers to, in chunks as it arrives. */
export const scanAssetFile = (): ReferenceScan => createReferenceScan(isXml)

/**
 * Adds the assets that a document is drawn with to those found by `scanAssetFile`. Only the parser of the renderer finds a reference
 * with character references, comments or CDATA in it.
 *
 * @throws Refused `busy`; errors of `read`
 */
export async function readReferences(
  { modelReader }: { modelReader: ModelReader },
  scan: ReferenceScan,
  read: () => Promise<Uint8Array>,
): Promise<number[]> {
  const { found, isScanned } = scan.end()
  const drawn = isScanned ? await modelReader.references(read) : []
  return [...new Set([...found, ...drawn])].filter(isAssetId)
}

const rowsPerInsert = 1_000

/** Replaces the recorded references of an asset, in the transaction in which its row names the file. */
export async function recordReferences(db: Db, assetId: number, referred: Iterable<number>): Promise<void> {
  await db.deleteFrom('asset_references').where('asset_id', '=', assetId).execute()
  const rows = [...referred].map((referred_id) => ({ asset_id: assetId, referred_id }))
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
      .where(isNotModerated)
      .orderBy('assets.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)
