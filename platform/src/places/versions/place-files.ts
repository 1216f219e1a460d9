import type { Db } from '../../database.ts'
import type { Files, StoredFile } from '../../foundation/files.ts'
import { isStored } from '../../foundation/is-stored.ts'
import { settleFile } from '../../foundation/settle-file.ts'
import { findPlace } from '../queries.ts'
import { isFileUsed, lockPlaceFile } from './queries.ts'

type Keeping = { db: Db; files: Files }

/** The file that is played, which is the same file on disk as its content's. */
export const playedFolder = 'places'
export const placeFileName = (placeId: number) => `${playedFolder}/${placeId}`

/** Each content once, whichever places and versions have it. */
export const contentsFolder = 'place-files'
export const contentName = (sha256: string) => `${contentsFolder}/${sha256}`

/** Opens the file that a place's row names. It may not be in place yet, or may be older than versions. */
export async function openPlaceFile(
  files: Files,
  { id, data_sha256 }: { id: number; data_sha256: string | null },
): Promise<StoredFile | undefined> {
  if (data_sha256 === null) return undefined
  return (await files.open(contentName(data_sha256))) ?? files.open(placeFileName(id))
}

/**
 * Makes what is on disk agree with what is noted of the place: after an upload that was broken off between the two, and for
 * files from before there were versions.
 *
 * @param force replaces a file that looks settled, too: after a change, as two contents of the same size may have arrived in the
 * same millisecond.
 */
export async function settlePlaceFile(
  { db, files }: Keeping,
  placeId: number,
  { force } = { force: false },
): Promise<void> {
  let mayBeSettled = !force
  await settleFile(
    async () => (await findPlace(db, placeId))?.data_sha256,
    async (sha256) => {
      if (sha256 === undefined || (mayBeSettled && (await isSettled(files, placeId, sha256)))) return
      mayBeSettled = false
      const played = placeFileName(placeId)
      // The first upload was broken off: there is nothing to play yet.
      if (sha256 === null) await files.remove(played)
      else if (!(await files.share(contentName(sha256), played))) await adoptContent(files, played, sha256)
    },
  )
}

/** Stores the played file as a content if it has this hash: files older than versions have no content. */
async function adoptContent(files: Files, played: string, sha256: string): Promise<void> {
  const file = await files.open(played)
  if (!file) return
  await files.receive(file.stream(), file.size, async (received) => {
    if (received.sha256 !== sha256) return
    await received.place(contentName(sha256))
    await files.share(contentName(sha256), played)
  })
}

async function isSettled(files: Files, placeId: number, sha256: string | null): Promise<boolean> {
  if (sha256 === null) return !(await isStored(files, placeFileName(placeId)))
  const [played, content] = await Promise.all([
    files.open(placeFileName(placeId)),
    files.open(contentName(sha256)),
  ])
  await Promise.all([played?.close(), content?.close()])
  if (!played || !content || played.size !== content.size) return false
  // A copy, where there are no links, has the time of what it was made of, but for a rounding.
  return Math.abs(played.modified - content.modified) < 2
}

/** Removes a content that no version has any more. Who is reading it reads on: the file is open. */
export async function removeIfUnused({ db, files }: Keeping, sha256: string): Promise<void> {
  const isUnused = await db.transaction().execute(async (transaction) => {
    // An upload of the same content waits here, or is waited for.
    await lockPlaceFile(transaction, { sha256, size: 0 })
    if (await isFileUsed(transaction, sha256)) return false
    await transaction.deleteFrom('place_files').where('sha256', '=', sha256).execute()
    return true
  })
  // An upload that commits from here on finds the file, or stores its own: see `storeVersion`.
  if (isUnused) await files.removeUnless(contentName(sha256), () => isFileUsed(db, sha256))
}
