import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files, StoredFile } from '../../foundation/files.ts'
import { findManagedPlace } from '../managed.ts'
import { contentName, settlePlaceFile } from './place-files.ts'
import { findVersion } from './queries.ts'

/**
 * A version of the place's file, for those who manage the place.
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
  const found = await findVersion(platform.db, placeId, version)
  if (!found) throw new Refused('missing', 'This version is no longer kept')
  await settlePlaceFile(platform, placeId)
  const file = await platform.files.open(contentName(found.sha256))
  if (!file) throw new Refused('missing', 'File not found')
  return { file, placeName: place.name }
}
