import type { Db } from '../../database.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import { nextFilesName } from './settle-asset-files.ts'
import { assetFileName } from './store-asset.ts'

/** The files that users stored. */
export async function* assetFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const assets = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('assets')
      .select(['id', 'file_size', 'file_sha256'])
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, file_size, file_sha256 } of assets) {
    const twin = nextFilesName(id, file_sha256)
    yield { name: assetFileName(id), size: file_size, sha256: file_sha256, twin }
  }
}
