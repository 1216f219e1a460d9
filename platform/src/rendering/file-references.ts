import type { Db } from '../database.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import { assetSubject, previewName, userSubject } from './rules.ts'

/** The small pictures of people and of assets that lists show. */
export async function* previewFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const people = inBatches((after: { id: string } | undefined, limit) =>
    db
      .selectFrom('users')
      .select(['id', 'portrait'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, portrait } of people) {
    if (portrait !== null) yield { name: previewName(userSubject(id)), sha256: portrait }
  }

  const assets = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('assets')
      .select(['id', 'thumbnail'])
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, thumbnail } of assets) {
    if (thumbnail !== null) yield { name: previewName(assetSubject(id)), sha256: thumbnail }
  }
}
