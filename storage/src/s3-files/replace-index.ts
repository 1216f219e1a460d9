import type { IndexDb } from '../tables.ts'
import type { IndexedFile } from './file-index.ts'

const rowsPerInsert = 500

/** Replaces the whole index, for a database that was restored together with its files. */
export async function replaceIndex(db: IndexDb, files: readonly IndexedFile[]): Promise<void> {
  await db.deleteFrom('stored_files').execute()
  await db.deleteFrom('stored_objects').execute()
  const objects = new Map(
    files.map(({ objectKey, size, sha256 }) => [objectKey, { object_key: objectKey, size, sha256 }]),
  )
  for (const rows of inBatches([...objects.values()]))
    await db.insertInto('stored_objects').values(rows).execute()
  const names = files.map(({ name, objectKey, modified, used }) => ({
    name,
    object_key: objectKey,
    modified,
    used,
  }))
  for (const rows of inBatches(names)) await db.insertInto('stored_files').values(rows).execute()
}

function* inBatches<Row>(rows: readonly Row[]): Generator<Row[], void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) yield rows.slice(from, from + rowsPerInsert)
}
