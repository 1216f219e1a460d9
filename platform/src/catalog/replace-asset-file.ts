import type { Db } from '../database.ts'
import { type Clock, hour } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import type { Chunks, Files } from '../foundation/files.ts'
import { randomCharacters } from '../foundation/ids.ts'
import { assetFileName, receiveAssetFile } from './store-asset.ts'

/**
 * A file that is to take the place of an asset's waits here, whole, until the asset's row names its content: from then on it
 * belongs in place, whatever a crash leaves of it. What no row names came to nothing.
 */
const nextFolder = 'next-asset-files'

/** What waits to be an asset's file with this content, but for the ending of each attempt. */
export const nextFilesName = (assetId: number, sha256: string) => `${nextFolder}/${assetId}.${sha256}`

/** Of one attempt: two with the same content are two files. */
const nextFileName = (assetId: number, sha256: string) =>
  `${nextFilesName(assetId, sha256)}.${randomCharacters(8)}`

const nextName = /\/(?<id>\d{9})\.(?<sha256>[0-9a-f]{64})\.[a-z0-9]{8}$/

/**
 * Replaces an asset's file. Whether the actor may is the caller's question. Killed at any point, file and row are those of
 * before, or the next start finishes what was noted (`settleNextFiles`).
 *
 * @param meanwhile what else changes with the file, in the same transaction, with the asset's row held.
 * @throws Refused `missing`; InvalidFields `asset`; whatever the source or `meanwhile` throws. The old file stays then.
 */
export async function replaceAssetFile(
  platform: { db: Db; now: Clock; files: Files },
  assetId: number,
  source: Chunks,
  meanwhile?: (db: Db) => Promise<void>,
): Promise<void> {
  await receiveAssetFile(platform, source, async (received, file) => {
    const next = nextFileName(assetId, received.sha256)
    await received.place(next)
    try {
      await platform.db.transaction().execute(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('assets')
          .set({ ...file, updated: platform.now() })
          .where('id', '=', assetId)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refused('missing', 'Asset not found')
        await meanwhile?.(db)
      })
    } catch (error) {
      // Whether the database has committed is not always known here. One that is away cannot be asked: the job will.
      await settleNextFile(platform, next).catch(() => {})
      throw error
    }
    await settleNextFile(platform, next)
  })
}

/** Puts a file that waits in place of the asset's, if the row names it, and takes it away. */
async function settleNextFile(platform: { db: Db; files: Files }, name: string): Promise<void> {
  await placeIfNamed(platform, name)
  await platform.files.remove(name)
}

/** @returns whether the asset's row names its content. */
async function placeIfNamed({ db, files }: { db: Db; files: Files }, name: string): Promise<boolean> {
  const { id, sha256 } = nextName.exec(name)?.groups ?? {}
  return db.transaction().execute(async (transaction) => {
    // The row is held: of two at once, the file that is in place in the end is the one that it names.
    const asset = await transaction
      .updateTable('assets')
      .set(({ ref }) => ({ created: ref('created') }))
      .where('id', '=', Number(id))
      .returning('file_sha256')
      .executeTakeFirst()
    if (asset?.file_sha256 !== sha256) return false
    await files.share(name, assetFileName(Number(id)))
    return true
  })
}

/** A file waits for its row for moments; another process of the site may be about to write it. */
const nothingAfter = hour

/** Settles what a crash left: what its row names is put in place, and what came to nothing is removed once it is old. */
export async function settleNextFiles(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { files, now } = platform
  for (const left of [...files.list(nextFolder)]) {
    const name = `${nextFolder}/${left}`
    if (!nextName.test(name)) continue
    const file = await files.open(name)
    await file?.close()
    if (!file) continue
    const isOld = file.modified < now() - nothingAfter
    if ((await placeIfNamed(platform, name)) || isOld) await files.remove(name)
  }
}
