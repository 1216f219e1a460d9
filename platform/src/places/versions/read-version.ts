import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findManagedPlace } from '../managed.ts'
import { fileNotFound } from '../rules.ts'
import { contentName } from './place-files.ts'
import { requireVersion } from './queries.ts'

/**
 * Opens a version of the place's file, for users who manage the place.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function readVersion(
  platform: { db: Db; files: Files },
  actor: Actor,
  placeId: number,
  version: number,
): Promise<{ file: StoredFile; placeName: string }> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { sha256 } = await requireVersion(platform.db, placeId, version)
  const file = await platform.files.open(contentName(sha256))
  if (!file) throw fileNotFound()
  return { file, placeName: place.name }
}
