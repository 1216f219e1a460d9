import { type Clock, hour } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import type { Chunks } from '@baseplate/storage/received-file'
import { settleFile } from '@baseplate/storage/settle-file'
import type { Db } from '../../foundation/database.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { throwAfterCommit } from '../../foundation/unavailable.ts'
import { assetFileName, assetNotFound } from '../rules.ts'
import type { ModelReader } from './model-reader.ts'
import { recordReferences } from './references.ts'
import { receiveAssetFile } from './store-asset.ts'

interface Settling {
  db: Db
  files: Files
}

/** Folder of new files, each complete before a row names its content. */
const nextFolder = 'next-asset-files'

/** Returns the name of a new file, without the random ending that each attempt has. */
export const nextFilesName = (assetId: number, sha256: string) => `${nextFolder}/${assetId}.${sha256}`

const nextForm = /^(?<id>\d{9})\.[0-9a-f]{64}\.[a-z0-9]{8}$/

/** Age at which a new file is removed: far longer than a transaction takes to name it. */
const settledAfter = hour

/**
 * Replaces an asset's file. The caller checks permissions. A crash leaves the old file and row, or `settleAssetFiles` completes
 * the replacement.
 *
 * @param meanwhile changes more rows in the same transaction, which holds the asset's row.
 * @throws Refused `missing`; InvalidFields `asset`; any error of the source or of `meanwhile`. The old file stays then.
 */
export async function replaceAssetFile(
  platform: Settling & { now: Clock; modelReader: ModelReader },
  assetId: number,
  source: Chunks,
  meanwhile?: (db: Db) => Promise<void>,
): Promise<void> {
  await receiveAssetFile(platform, source, async (received, file, referencesIn) => {
    // A failed attempt removes its own file, and not that of a concurrent attempt with the same content.
    const next = `${nextFilesName(assetId, received.sha256)}.${randomCharacters(8)}`
    await received.store(next)
    try {
      const referred = await referencesIn(next)
      await platform.db.transaction().execute(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('assets')
          .set({ ...file, updated: platform.now() })
          .where('id', '=', assetId)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw assetNotFound()
        await recordReferences(db, assetId, referred)
        await meanwhile?.(db)
      })
    } catch (error) {
      if (!(error instanceof CommitUnknown)) await platform.files.remove(next)
      throw error
    }
    await settleAssetFile(platform, assetId).catch(throwAfterCommit)
  })
}

/**
 * Moves the file that an asset's row names into place. The current file stays if there is no new one with that content. An asset
 * that was deleted meanwhile has no files.
 */
const settleAssetFile = ({ db, files }: Settling, assetId: number): Promise<void> =>
  settleFile(
    () => findFileHash(db, assetId),
    async (sha256) => {
      if (sha256 === undefined) return removeAssetFiles(files, assetId)
      for await (const names of files.walk(nextFolder, `${assetId}.${sha256}.`))
        for (const name of names)
          if (await files.share(`${nextFolder}/${name}`, assetFileName(assetId))) return
    },
  )

/** Removes the file of a deleted asset, and any new file that was about to replace it. */
export async function removeAssetFiles(files: Files, assetId: number): Promise<void> {
  for await (const names of files.walk(nextFolder, `${assetId}.`))
    for (const name of names) await files.remove(`${nextFolder}/${name}`)
  await files.remove(assetFileName(assetId))
}

/** Completes replacements after a crash, and removes new files once they are old. */
export async function settleAssetFiles(platform: Settling & { now: Clock }): Promise<void> {
  const { files, now } = platform
  for await (const names of files.walk(nextFolder)) {
    for (const name of names) {
      const id = nextForm.exec(name)?.groups?.id
      if (id === undefined) continue
      await settleAssetFile(platform, Number(id))
      await files.removeUntouched(`${nextFolder}/${name}`, now() - settledAfter)
    }
  }
}

async function findFileHash(db: Db, assetId: number): Promise<string | undefined> {
  const asset = await db
    .selectFrom('assets')
    .select('file_sha256')
    .where('id', '=', assetId)
    .executeTakeFirst()
  return asset?.file_sha256
}
