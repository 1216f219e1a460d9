import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findPlace } from '../queries.ts'
import { fileNotFound, maySee, placeNotFound } from '../rules.ts'
import { listThumbnails } from './queries.ts'
import { iconName, thumbnailName } from './rules.ts'

/** A picture of a place, an AVIF file. */
export interface PlacePicture {
  file: StoredFile
  /** Changes with the picture. */
  name: string
}

/**
 * Opens a place's icon.
 *
 * @param viewer null: a visitor without a session, who sees public places only.
 * @throws Refused `missing`: the viewer does not see the place, or it has no icon.
 */
export async function readIcon(
  platform: { db: Db; files: Files },
  viewer: Actor | null,
  placeId: number,
  privateTicket?: string,
): Promise<PlacePicture> {
  const place = await findPlace(platform.db, placeId)
  if (!place?.icon || !maySee(viewer, place, privateTicket)) throw placeNotFound()
  const file = await platform.files.open(iconName(placeId))
  if (!file) throw fileNotFound()
  return { file, name: place.icon }
}

/** Opens a place's thumbnail, under the same rules as `readIcon`. */
export async function readThumbnail(
  platform: { db: Db; files: Files },
  viewer: Actor | null,
  placeId: number,
  number: number,
  privateTicket?: string,
): Promise<PlacePicture> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !maySee(viewer, place, privateTicket)) throw placeNotFound()
  const found = (await listThumbnails(platform.db, placeId)).find((thumbnail) => thumbnail.number === number)
  const file = found && (await platform.files.open(thumbnailName(placeId, number)))
  if (!file) throw fileNotFound()
  return { file, name: found.name }
}
