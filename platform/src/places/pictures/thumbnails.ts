import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { requireStorage, useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { problem } from '../../foundation/problem.ts'
import { addThumbnailInput, moveThumbnailInput, removeThumbnailInput } from '../input.ts'
import { findManagedPlace, permitManaging, recordChange } from '../managed.ts'
import { lockPlace } from '../queries.ts'
import { convertThumbnail } from './convert.ts'
import { appendThumbnail, listThumbnails, orderThumbnails } from './queries.ts'
import { maxThumbnailBytes, pictureSourceName } from './rules.ts'
import { settleThumbnail } from './settle.ts'
import { listWaitingOf } from './waiting/queries.ts'
import { storeUpload } from './waiting/store.ts'

type Changing = { db: Db; now: Clock; files: Files }

/**
 * @returns whether it waits for review.
 * @throws InvalidFields `picture`; Refused `missing`, `forbidden`, `limited`
 */
export const addThumbnail = useCase(
  {
    summary: "Adds a thumbnail after the place's other ones.",
    scope: 'places:write',
    input: addThumbnailInput,
    file: { field: 'picture', maxBytes: maxThumbnailBytes },
  },
  async (
    platform: Changing & {
      config: Pick<Config, 'Moderation' | 'Places' | 'Quota'>
      placePictureLimit: Limit
    },
    actor,
    { id: placeId, picture: uploaded },
  ): Promise<{ waits: boolean }> => {
    const managed = await findManagedPlace(platform.db, actor, placeId)
    const { Thumbnails } = platform.config.Places
    const requireRoom = async (db: Db) => {
      const thumbnails = await listThumbnails(db, placeId)
      const waiting = (await listWaitingOf(db, { place: placeId })).filter(({ kind }) => kind === 'thumbnail')
      if (thumbnails.length + waiting.length < Thumbnails) return
      throw new InvalidFields({
        picture: problem('places.too_many_pictures', { max: Thumbnails }),
      })
    }
    await requireRoom(platform.db)
    await platform.placePictureLimit.spend(actor.id)
    const picture = await convertThumbnail(uploaded)
    const shown = pictureSourceName(placeId, picture.name)
    const stored = await storeUpload(platform, actor, picture, { kind: 'thumbnail', shown })
    const number = await platform.db.transaction().execute(async (db) => {
      await lockPlace(db, placeId)
      await requireRoom(db)
      await stored.record(db, { place: placeId })
      const number = stored.waits
        ? null
        : await appendThumbnail(db, placeId, { name: picture.name, size: picture.bytes.byteLength })
      await requireStorage(db, platform.config, { ownerId: managed.owner_id, field: 'picture' })
      // A picture that waits changes nothing that others see.
      if (number !== null)
        await recordChange(db, actor, managed, { before: null, after: { picture: number } }, platform.now())
      return number
    })
    // The picture is committed, and an error would make the client add it again. The sweep retries a failure.
    if (number !== null) await settleThumbnail(platform, placeId, number).catch(() => undefined)
    return { waits: stored.waits }
  },
)

/** @throws Refused `missing`, `forbidden` */
export const removeThumbnail = useCase(
  {
    summary: 'Removes a thumbnail, if it still exists.',
    scope: 'places:write',
    permit: permitManaging,
    input: removeThumbnailInput,
  },
  async (platform: Changing, actor, { id: placeId, thumbnail }): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    await platform.db.transaction().execute(async (db) => {
      await lockPlace(db, placeId)
      const { numDeletedRows } = await db
        .deleteFrom('place_thumbnails')
        .where('place_id', '=', placeId)
        .where('number', '=', thumbnail)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return
      const remaining = (await listThumbnails(db, placeId)).map(({ number }) => number)
      await orderThumbnails(db, placeId, remaining)
      await recordChange(db, actor, place, { before: { picture: thumbnail }, after: null }, platform.now())
    })
    // The removal is committed. The sweep retries a failure.
    await settleThumbnail(platform, placeId, thumbnail).catch(() => undefined)
  },
)

/** @throws Refused `missing`, `forbidden` */
export const moveThumbnail = useCase(
  {
    summary: 'Moves a thumbnail by one position, unless it is at that end already.',
    scope: 'places:write',
    permit: permitManaging,
    input: moveThumbnailInput,
  },
  async (platform: Pick<Changing, 'db' | 'now'>, actor, { id: placeId, thumbnail, to }): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
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
  },
)
