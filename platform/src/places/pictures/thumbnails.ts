import { createHash } from 'node:crypto'
import { NotAnImage } from '@baseplate/renderer/image-file'
import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import { toAvif } from '../../foundation/images.ts'
import { parseInput } from '../../foundation/input.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { moveThumbnailInput, removeThumbnailInput } from '../input.ts'
import { findManagedPlace, recordChange } from '../managed.ts'
import { findPlace } from '../queries.ts'
import {
  maxPicturePixels,
  maxThumbnailBytes,
  maySee,
  pictureSourceName,
  thumbnailName,
  thumbnailSize,
} from '../rules.ts'
import { lockPlace } from '../versions/queries.ts'
import type { PlacePicture, UploadedPicture } from './icon.ts'
import { listThumbnails, orderThumbnails } from './queries.ts'
import { settleThumbnail } from './settle.ts'

type Showing = { db: Db; files: Files }
type Changing = Showing & { now: Clock }

/**
 * Adds a picture of the place, behind those there are.
 *
 * @throws InvalidFields `picture`; Refused `missing`, `forbidden`, `limited`
 */
export async function addThumbnail(
  platform: Changing & {
    config: Pick<Config, 'Places' | 'Quota'>
    userLimits: Pick<UserLimits, 'placePicture'>
  },
  actor: Actor,
  placeId: number,
  uploaded: UploadedPicture | undefined,
): Promise<void> {
  const managed = await findManagedPlace(platform.db, actor, placeId)
  const { Thumbnails } = platform.config.Places
  const room = async (db: Db) => {
    const thumbnails = await listThumbnails(db, placeId)
    if (thumbnails.length < Thumbnails) return thumbnails
    throw new InvalidFields({
      picture: `A place has at most ${Thumbnails} pictures: remove one to add another`,
    })
  }
  await room(platform.db)
  await platform.userLimits.placePicture.spend(actor.id)
  const bytes = await converted(uploaded)
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  await platform.files.write(pictureSourceName(placeId, name), [bytes], bytes.byteLength)
  const number = await platform.db.transaction().execute(async (db) => {
    await lockPlace(db, placeId)
    const thumbnails = await room(db)
    const number = Math.max(0, ...thumbnails.map((thumbnail) => thumbnail.number)) + 1
    await db
      .insertInto('place_thumbnails')
      .values({ place_id: placeId, number, position: thumbnails.length, name, size: bytes.byteLength })
      .execute()
    await requireStorage(db, platform.config, { ownerId: managed.owner_id, field: 'picture' })
    await recordChange(db, actor, managed, { before: null, after: { picture: number } }, platform.now())
    return number
  })
  await settleThumbnail(platform, placeId, number)
}

async function converted(uploaded: UploadedPicture | undefined): Promise<Uint8Array> {
  if (uploaded === undefined) throw new InvalidFields({ picture: 'Choose a picture' })
  if (uploaded === 'too large' || uploaded.byteLength > maxThumbnailBytes) {
    throw new InvalidFields({ picture: 'Pictures must be less than 8MB in size' })
  }
  try {
    const [bytes] = await toAvif(uploaded, { maxPixels: maxPicturePixels, sizes: [thumbnailSize] })
    return bytes ?? new Uint8Array()
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidFields({ picture: error.message })
    throw error
  }
}

/** Takes a picture away; one that is gone already changes nothing. @throws InvalidFields; Refused */
export async function removeThumbnail(
  platform: Changing,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { thumbnail } = parseInput(removeThumbnailInput, input)
  await platform.db.transaction().execute(async (db) => {
    await lockPlace(db, placeId)
    await db
      .deleteFrom('place_thumbnails')
      .where('place_id', '=', placeId)
      .where('number', '=', thumbnail)
      .execute()
    const left = await listThumbnails(db, placeId)
    await orderThumbnails(
      db,
      placeId,
      left.map(({ number }) => number),
    )
    await recordChange(db, actor, place, { before: { picture: thumbnail }, after: null }, platform.now())
  })
  await settleThumbnail(platform, placeId, thumbnail)
}

/** Moves a picture one place; the first one stays first, the last one last. @throws InvalidFields; Refused */
export async function moveThumbnail(
  platform: Pick<Changing, 'db' | 'now'>,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { thumbnail, to } = parseInput(moveThumbnailInput, input)
  await platform.db.transaction().execute(async (db) => {
    await lockPlace(db, placeId)
    const numbers = (await listThumbnails(db, placeId)).map(({ number }) => number)
    const from = numbers.indexOf(thumbnail)
    const target = from + (to === 'earlier' ? -1 : 1)
    if (from < 0 || target < 0 || target >= numbers.length) return
    const before = { pictures: [...numbers] }
    numbers.splice(from, 1)
    numbers.splice(target, 0, thumbnail)
    await orderThumbnails(db, placeId, numbers)
    await recordChange(db, actor, place, { before, after: { pictures: numbers } }, platform.now())
  })
}

/** A picture of a place, for those who see the place. @throws Refused `missing` */
export async function readThumbnail(
  platform: Showing,
  viewer: Actor | null,
  placeId: number,
  number: number,
  privateTicket?: string,
): Promise<PlacePicture> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !maySee(viewer, place, privateTicket)) throw new Refused('missing', 'Place not found')
  const found = (await listThumbnails(platform.db, placeId)).find((thumbnail) => thumbnail.number === number)
  const file = found && (await platform.files.open(thumbnailName(placeId, number)))
  if (!file) throw new Refused('missing', 'File not found')
  return { file, name: found.name }
}
