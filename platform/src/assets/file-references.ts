import type { Db } from '../foundation/database.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import { nextFilesName } from './files/replace-asset-file.ts'
import { assetFileName } from './rules.ts'

/** Lists the files of stored assets. */
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
    const fallback = nextFilesName(id, file_sha256)
    yield { name: assetFileName(id), size: file_size, sha256: file_sha256, fallback }
  }
}

/** Lists the files of creations whose payment is pending. They are written before the asset exists. */
export async function* creationFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const pending = inBatches((after: { asset_id: number } | undefined, limit) =>
    db
      .selectFrom('creations')
      .select(['asset_id', 'file_size', 'file_sha256', 'image_id', 'image_size', 'image_sha256'])
      .where('state', '=', 'pending')
      .where('asset_id', '>', after?.asset_id ?? 0)
      .orderBy('asset_id')
      .limit(limit)
      .execute(),
  )
  for await (const { asset_id, file_size, file_sha256, image_id, image_size, image_sha256 } of pending) {
    yield { name: assetFileName(asset_id), size: file_size, sha256: file_sha256 }
    if (image_id !== null && image_size !== null && image_sha256 !== null) {
      yield { name: assetFileName(image_id), size: image_size, sha256: image_sha256 }
    }
  }
}
