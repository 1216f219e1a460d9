import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Db } from '../foundation/database.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import { iconName, pictureSourceName, thumbnailName } from './pictures/rules.ts'
import { waitingPictureReferences } from './pictures/waiting/references.ts'
import { contentName, placeFileName } from './versions/place-files.ts'
import { worldReferences } from './worlds/references.ts'

/** Yields the played files, the contents of all versions, the icons, the thumbnails, the pictures that wait for review and the worlds. */
export async function* placeFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const places = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('places')
      .select(['id', 'data_size', 'data_sha256', 'icon'])
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, data_size, data_sha256, icon } of places) {
    if (data_sha256 !== null) {
      const known = { sha256: data_sha256, ...(data_size !== null && { size: data_size }) }
      yield { name: placeFileName(id), ...known, fallback: contentName(data_sha256) }
    }
    if (icon !== null) yield { name: iconName(id), sha256: icon, fallback: pictureSourceName(id, icon) }
  }

  const contents = inBatches((after: { sha256: string } | undefined, limit) =>
    db
      .selectFrom('place_files')
      .selectAll()
      .where('sha256', '>', after?.sha256 ?? '')
      // A content without a version is about to be removed, and its file is removed before its row.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('place_versions')
            .select('version')
            .whereRef('place_versions.sha256', '=', 'place_files.sha256'),
        ),
      )
      .orderBy('sha256')
      .limit(limit)
      .execute(),
  )
  for await (const { sha256, size } of contents) yield { name: contentName(sha256), sha256, size }

  const thumbnails = inBatches((after: { place_id: number; number: number } | undefined, limit) =>
    db
      .selectFrom('place_thumbnails')
      .select(['place_id', 'number', 'name'])
      .$call((query) =>
        keysetPage(query, ['place_id', 'number'], {
          after: after && [after.place_id, after.number],
          direction: 'asc',
          limit,
        }),
      )
      .execute(),
  )
  for await (const { place_id, number, name } of thumbnails) {
    yield {
      name: thumbnailName(place_id, number),
      sha256: name,
      fallback: pictureSourceName(place_id, name),
    }
  }
  yield* waitingPictureReferences(db)
  yield* worldReferences(db)
}
