import type { Files } from '@baseplate/storage/files'
import { settleFile } from '@baseplate/storage/settle-file'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Db } from '../../foundation/database.ts'
import { findPlace } from '../queries.ts'
import { isContentUsed, lockContent } from './queries.ts'

type Storage = { db: Db; files: Files }

/** The file that is played. On disk it is the same file as its content, where the file system has links. */
export const playedFolder = 'places'
export const placeFileName = (placeId: number) => `${playedFolder}/${placeId}`

/** Each content is stored once, however many places and versions have it. */
export const contentsFolder = 'place-files'
export const contentName = (sha256: string) => `${contentsFolder}/${sha256}`

/**
 * Opens the file that a place's row names: its content, because the played file may not be settled yet. Falls back to the played
 * file when uploads since the row was read have removed the content.
 */
export async function openPlaceFile(
  files: Files,
  { id, data_sha256 }: { id: number; data_sha256: string | null },
): Promise<StoredFile | undefined> {
  if (data_sha256 === null) return undefined
  return (await files.open(contentName(data_sha256))) ?? files.open(placeFileName(id))
}

/**
 * Makes the played file match the place's row. A place without a row, or without a content, has no played file.
 *
 * @param force whether to replace even a file that looks settled. After a change this is necessary, because two contents of the same
 * size may have arrived in the same millisecond.
 */
export async function settlePlaceFile(
  { db, files }: Storage,
  placeId: number,
  { force } = { force: false },
): Promise<void> {
  let mayBeSettled = !force
  await settleFile(
    async () => (await findPlace(db, placeId))?.data_sha256 ?? null,
    async (sha256) => {
      if (mayBeSettled && (await isSettled(files, placeId, sha256))) return
      mayBeSettled = false
      const played = placeFileName(placeId)
      // An interrupted first upload leaves a file that the place does not have yet, and a deleted place its last one.
      if (sha256 === null) await files.remove(played)
      else await files.share(contentName(sha256), played)
    },
  )
}

async function isSettled(files: Files, placeId: number, sha256: string | null): Promise<boolean> {
  if (sha256 === null) return !(await files.exists(placeFileName(placeId)))
  const [played, content] = await Promise.all([
    files.open(placeFileName(placeId)),
    files.open(contentName(sha256)),
  ])
  await Promise.all([played?.close(), content?.close()])
  if (!played || !content || played.size !== content.size) return false
  // A copy, on file systems without links, has the time of its original, except for rounding.
  return Math.abs(played.modified - content.modified) < 2
}

/** Removes a content that no version has. Downloads under way finish, because their file is open. */
export async function removeIfUnused({ db, files }: Storage, sha256: string): Promise<void> {
  const isUnused = await db.transaction().execute(async (trx) => {
    // The lock serializes this with uploads of the same content.
    await lockContent(trx, { sha256, size: 0 })
    if (await isContentUsed(trx, sha256)) return false
    await trx.deleteFrom('place_files').where('sha256', '=', sha256).execute()
    return true
  })
  // An upload that commits from here on finds the file, or stores its own: see `storeVersion`.
  if (isUnused) await files.removeUnless(contentName(sha256), () => isContentUsed(db, sha256))
}
