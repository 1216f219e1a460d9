import type { Files } from '@baseplate/storage/files'
import type { Db } from '../foundation/database.ts'
import type { Forgetting } from '../foundation/door.ts'
import { inParts } from '../foundation/in-parts.ts'
import { listThumbnails } from './pictures/queries.ts'
import { removePictureSources, settleIcon, settleThumbnail } from './pictures/settle.ts'
import { deleteWaitingOf } from './pictures/waiting/queries.ts'
import { waitingPictureName } from './pictures/waiting/rules.ts'
import { lockPlace } from './queries.ts'
import { eraseUploads } from './uploads/erase.ts'
import { removeIfUnused, settlePlaceFile } from './versions/place-files.ts'
import { changeVote } from './votes/change.ts'
import { removeUnnamed } from './worlds/files.ts'
import { listWorldFiles } from './worlds/queries.ts'

type Erasing = { db: Db; files: Files } & Forgetting<'place'>

/**
 * Deletes a user's places with their files, and the user's votes, favourites and history in other places. Contents that other
 * places use stay.
 */
export async function erasePlaces(platform: Erasing, userId: string): Promise<void> {
  const { db } = platform
  await inParts(
    (limit) => db.selectFrom('places').select('id').where('owner_id', '=', userId).limit(limit).execute(),
    async (places) => {
      for (const { id } of places) await erasePlace(platform, id)
    },
  )
  await eraseUploads(platform, { column: 'user_id', id: userId })
  await eraseVotes(db, userId)
  await eraseFavourites(db, userId)
  await db.deleteFrom('chat_lines').where('user_id', '=', userId).execute()
  await db.deleteFrom('place_bans').where('user_id', '=', userId).execute()
  await db.updateTable('place_bans').set({ banned_by: null }).where('banned_by', '=', userId).execute()
  await db.deleteFrom('place_players').where('user_id', '=', userId).execute()
  await db.deleteFrom('playing_records').where('user_id', '=', userId).execute()
}

/** Deletes a place with its files. Contents that other places use stay. */
export async function erasePlace(platform: Erasing, placeId: number): Promise<void> {
  const { db } = platform
  await eraseUploads(platform, { column: 'place_id', id: placeId })
  const thumbnails = await listThumbnails(db, placeId)
  const contents = await db
    .selectFrom('place_versions')
    .select('sha256')
    .distinct()
    .where('place_id', '=', placeId)
    .execute()
  const worlds = await listWorldFiles(db, placeId)
  const waiting = await db.transaction().execute(async (trx) => {
    await lockPlace(trx, placeId)
    const pictures = await deleteWaitingOf(trx, { place: placeId })
    await platform.forgetContent.place(trx, [placeId])
    // Triggers subtract their bytes from the owner's storage. They find the owner by the place, so its row is deleted last.
    await trx.deleteFrom('place_versions').where('place_id', '=', placeId).execute()
    await trx.deleteFrom('place_thumbnails').where('place_id', '=', placeId).execute()
    await trx.deleteFrom('places').where('id', '=', placeId).execute()
    return pictures
  })
  // The sweeps remove files that a crash leaves here.
  await settlePlaceFile(platform, placeId)
  await settleIcon(platform, placeId)
  for (const { number } of thumbnails) await settleThumbnail(platform, placeId, number)
  await removePictureSources(platform.files, placeId)
  for (const picture of waiting) await platform.files.remove(waitingPictureName(picture))
  await removeUnnamed(platform, worlds)
  for (const { sha256 } of contents) await removeIfUnused(platform, sha256)
}

const eraseVotes = (db: Db, userId: string): Promise<void> =>
  inParts(
    (limit) =>
      db.selectFrom('place_votes').select('place_id').where('user_id', '=', userId).limit(limit).execute(),
    async (votes) => {
      for (const { place_id } of votes)
        await db.transaction().execute((trx) => changeVote(trx, { placeId: place_id, userId }, () => 0))
    },
  )

const eraseFavourites = (db: Db, userId: string): Promise<void> =>
  inParts(
    (limit) =>
      db
        .selectFrom('place_favourites')
        .select('place_id')
        .where('user_id', '=', userId)
        .limit(limit)
        .execute(),
    async (favourites) => {
      for (const { place_id } of favourites)
        await db
          .deleteFrom('place_favourites')
          .where('place_id', '=', place_id)
          .where('user_id', '=', userId)
          .execute()
    },
  )
