import type { Db } from '../database.ts'
import type { Files } from '../foundation/files.ts'
import { isStored } from '../foundation/is-stored.ts'
import { findPlace } from './queries.ts'
import { isFileUsed, lockPlace, lockPlaceFile } from './version-queries.ts'

type Keeping = { db: Db; files: Files }

/** The file that is played, which is the same file on disk as its content's. */
export const playedFolder = 'places'
export const placeDataName = (placeId: number) => `${playedFolder}/${placeId}`

/** Each content once, whichever places and versions have it. */
export const contentsFolder = 'place-files'
export const contentName = (sha256: string) => `${contentsFolder}/${sha256}`

/**
 * Makes what is on disk agree with what is noted of the place: after an upload that was broken off between the two, and for
 * files from before there were versions.
 */
export async function settlePlaceFile({ db, files }: Keeping, placeId: number): Promise<void> {
  const noted = await findPlace(db, placeId)
  if (!noted || (await isSettled(files, placeId, noted.data_sha256))) return
  await db.transaction().execute(async (transaction) => {
    const place = await lockPlace(transaction, placeId)
    if (!place || (await isSettled(files, placeId, place.data_sha256))) return
    if (place.data_sha256 === null) {
      // The first upload was broken off: there is nothing to play yet.
      await files.remove(placeDataName(placeId))
      return
    }
    const content = contentName(place.data_sha256)
    // As long as the place's row is held, a version has this content, so nobody removes it.
    if (await isStored(files, content)) await files.share(content, placeDataName(placeId))
    else await files.share(placeDataName(placeId), content)
  })
}

async function isSettled(files: Files, placeId: number, sha256: string | null): Promise<boolean> {
  if (sha256 === null) return !(await isStored(files, placeDataName(placeId)))
  const [played, content] = await Promise.all([
    files.open(placeDataName(placeId)),
    files.open(contentName(sha256)),
  ])
  await Promise.all([played?.close(), content?.close()])
  if (!played || !content || played.size !== content.size) return false
  // A copy, where there are no links, has the time of what it was made of, but for a rounding.
  return Math.abs(played.modified - content.modified) < 2
}

/** Removes a content that no version has any more. Who is reading it reads on: the file is open. */
export async function removeIfUnused({ db, files }: Keeping, sha256: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // An upload of the same content waits here, or is waited for.
    await lockPlaceFile(transaction, { sha256, size: 0 })
    if (await isFileUsed(transaction, sha256)) return
    await files.remove(contentName(sha256))
    await transaction.deleteFrom('place_files').where('sha256', '=', sha256).execute()
  })
}
