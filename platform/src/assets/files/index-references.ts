import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { recordReferences, scanAssetFile } from './references.ts'
import { assetFileName } from './store-asset.ts'

/** Files read for one transaction. */
const indexedAtOnce = 100

interface Indexing {
  db: Db
  files: Files
  log: Logger
}

/**
 * Notes the references of the next assets whose files have not been read for that: those of before there was the table, and new
 * creations. A file that cannot be read refers to nothing, as nothing of it can be drawn.
 *
 * @returns whether there were any; there may be more.
 */
export async function indexReferences({ db, files, log }: Indexing): Promise<boolean> {
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'file_sha256'])
    .where(sql<SqlBool>`indexed = 0`)
    .orderBy('id')
    .limit(indexedAtOnce)
    .execute()
  const read: { id: number; file_sha256: string; referred: Set<number> }[] = []
  for (const asset of assets) {
    const referred = await readReferences(files, asset.id).catch((error: Error) => {
      log.error({ asset: asset.id, error: error.message }, 'the file of an asset cannot be read')
      return new Set<number>()
    })
    read.push({ ...asset, referred })
  }
  if (read.length === 0) return false
  await db.transaction().execute(async (db) => {
    for (const { id, file_sha256, referred } of read) {
      // Unless it has another file by now, of which the references are noted.
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
