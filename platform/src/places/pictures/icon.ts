import { createHash } from 'node:crypto'
import { NotAnImage } from '@baseplate/renderer/image-file'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Files, StoredFile } from '../../foundation/files.ts'
import { toAvif } from '../../foundation/images.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { iconName, iconSize, maxIconBytes, maxPicturePixels, maySee } from '../rules.ts'
import { settleIcon } from './settle.ts'

/** What came as a picture: its bytes, or that there were more than may be. */
export type UploadedPicture = Uint8Array | 'too large'

/**
 * The icon that a picture becomes.
 *
 * @throws InvalidFields `icon`
 */
export async function pictureOf(
  uploaded: UploadedPicture | undefined,
): Promise<{ bytes: Uint8Array; name: string } | undefined> {
  if (uploaded === undefined) return undefined
  if (uploaded === 'too large' || uploaded.byteLength > maxIconBytes) {
    throw new InvalidFields({ icon: 'Icon must be less than 1MB in size' })
  }
  try {
    const [bytes] = await toAvif(uploaded, { maxPixels: maxPicturePixels, sizes: [iconSize] })
    return bytes && { bytes, name: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidFields({ icon: 'Icon must be an image' })
    throw error
  }
}

/** Takes the icon away; a place without one stays as it is. @throws Refused `missing`, `forbidden` */
export async function removeIcon(
  platform: { db: Db; now: Clock; files: Files },
  actor: Actor,
  placeId: number,
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  const now = platform.now()
  await platform.db.transaction().execute(async (db) => {
    const place = await requireLockedPlace(db, placeId)
    await db
      .updateTable('places')
      .set({ icon: null, icon_size: 0, updated: now })
      .where('id', '=', placeId)
      .execute()
    await recordChange(db, actor, place, { before: { icon: place.icon }, after: { icon: null } }, now)
  })
  await settleIcon(platform, placeId)
}

/** A picture of a place, an AVIF file. */
export interface PlacePicture {
  file: StoredFile
  /** Changes with the picture. */
  name: string
}

/**
 * The icon, for those who see the place; of public places for everybody.
 *
 * @throws Refused `missing`
 */
export async function readIcon(
  platform: { db: Db; files: Files },
  viewer: Actor | null,
  placeId: number,
  privateTicket?: string,
): Promise<PlacePicture> {
  const place = await findPlace(platform.db, placeId)
  if (!place?.icon || !maySee(viewer, place, privateTicket)) throw new Refused('missing', 'Place not found')
  const file = await platform.files.open(iconName(placeId))
  if (!file) throw new Refused('missing', 'File not found')
  return { file, name: place.icon }
}
