import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Db } from '../../foundation/database.ts'
import { findPlace } from '../queries.ts'
import { fileNotFound, placeNotFound, requireUnarchived } from '../rules.ts'
import { openPlaceFile } from '../versions/place-files.ts'
import { permitReading, type Reading } from './permit-reading.ts'
import type { Credentials } from './rules.ts'

/**
 * Opens the place file for game clients and servers.
 *
 * @throws Refused `missing`: no such place, it is taken down, or it has no file; `conflict`: it is archived; `forbidden`.
 */
export async function readPlaceFile(
  platform: Reading & { db: Db; files: Files },
  placeId: number,
  credentials: Credentials,
): Promise<StoredFile> {
  const place = await findPlace(platform.db, placeId)
  if (!place || place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  await permitReading(platform, place, credentials)
  const file = await openPlaceFile(platform.files, place)
  if (!file) throw fileNotFound()
  return file
}
