import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Db } from '../../foundation/database.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import { worldFileName } from './rules.ts'

/** Yields the archives of stored worlds. */
export async function* worldReferences(db: Db): AsyncGenerator<FileReference, void> {
  const worlds = inBatches((after: { place_id: number; number: number } | undefined, limit) =>
    db
      .selectFrom('place_worlds')
      .select(['place_id', 'number', 'file', 'sha256', 'bytes'])
      .$call((query) =>
        keysetPage(query, ['place_id', 'number'], {
          after: after && [after.place_id, after.number],
          direction: 'asc',
          limit,
        }),
      )
      .execute(),
  )
  for await (const { file, sha256, bytes } of worlds)
    if (file !== null && sha256 !== null) yield { name: worldFileName(file), sha256, size: Number(bytes) }
}
