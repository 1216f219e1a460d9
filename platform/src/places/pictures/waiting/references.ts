import type { Db } from '../../../foundation/database.ts'
import { type FileReference, inBatches } from '../../../foundation/file-reference.ts'
import { waitingPictureName } from './rules.ts'

/** Yields the pictures of places and groups that wait for review. */
export async function* waitingPictureReferences(db: Db): AsyncGenerator<FileReference, void> {
  const pictures = inBatches((after: { id: string } | undefined, limit) =>
    db
      .selectFrom('waiting_pictures')
      .select(['id', 'name'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, name } of pictures) yield { name: waitingPictureName(id), sha256: name }
}
