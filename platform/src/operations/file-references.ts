import { assetFileReferences, creationFileReferences, draftFileReferences } from '../assets/door.ts'
import { badgeFileReferences } from '../badges/door.ts'
import type { Db } from '../foundation/database.ts'
import type { FileReference } from '../foundation/file-reference.ts'
import { groupFileReferences } from '../people/door.ts'
import { placeFileReferences } from '../places/door.ts'
import { previewFileReferences } from '../rendering/door.ts'
import { sitePictureReferences } from './branding/pictures.ts'
import { screenshotFileReferences } from './screenshots/queries.ts'

/** Yields the file references of every domain. */
export async function* fileReferences(db: Db): AsyncGenerator<FileReference, void> {
  yield* placeFileReferences(db)
  yield* assetFileReferences(db)
  yield* creationFileReferences(db)
  yield* draftFileReferences(db)
  yield* screenshotFileReferences(db)
  yield* previewFileReferences(db)
  yield* sitePictureReferences(db)
  yield* groupFileReferences(db)
  yield* badgeFileReferences(db)
}
