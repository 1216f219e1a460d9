import { namedAssetFiles } from '../catalog/named-files.ts'
import { namedCreationFiles } from '../creations/named-files.ts'
import type { Db } from '../database.ts'
import type { NamedFile } from '../foundation/named-file.ts'
import { namedScreenshots } from '../media/named-files.ts'
import { namedPlaceFiles } from '../places/named-files.ts'
import { namedPreviews } from '../renders/named-files.ts'

/** Every file that some row of the database promises, a feature after the other. */
export async function* namedFiles(db: Db): AsyncGenerator<NamedFile, void> {
  yield* namedPlaceFiles(db)
  yield* namedAssetFiles(db)
  yield* namedCreationFiles(db)
  yield* namedScreenshots(db)
  yield* namedPreviews(db)
}
