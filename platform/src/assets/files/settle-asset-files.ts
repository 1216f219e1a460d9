import type { Db } from '../../database.ts'
import { type Clock, hour } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { settleFile } from '../../foundation/settle-file.ts'
import { assetFileName } from './store-asset.ts'

type Settling = { db: Db; files: Files }

/** New files of assets, each complete before a row names its content. */
const nextFolder = 'next-asset-files'

/** Returns the name of a new file of an asset, without the random ending of each attempt. */
export const nextFilesName = (assetId: number, sha256: string) => `${nextFolder}/${assetId}.${sha256}`

/** Returns a name for one attempt: an attempt that fails removes its file, and no other's with the same content. */
export const nextFileName = (assetId: number, sha256: string) =>
  `${nextFilesName(assetId, sha256)}.${randomCharacters(8)}`

const nextForm = /^(?<id>\d{9})\.[0-9a-f]{64}\.[a-z0-9]{8}$/

/** Far longer than a row takes to name a new file, and than a settling that began before it. */
const settledAfter = hour

/** Puts the file in place that an asset's row names. Without a new file of that content, the one in place stays. */
export const settleAssetFile = ({ db, files }: Settling, assetId: number): Promise<void> =>
  settleFile(
    () => findFileHash(db, assetId),
    async (sha256) => {
      if (sha256 === undefined) return
      const beginning = `${nextFilesName(assetId, sha256)}.`
      for await (const names of files.walk(nextFolder))
        for (const name of names)
          if (`${nextFolder}/${name}`.startsWith(beginning))
            if (await files.share(`${nextFolder}/${name}`, assetFileName(assetId))) return
    },
  )

/** Settles what a crash left, and removes new files once they are old. */
export async function settleAssetFiles(platform: Settling & { now: Clock }): Promise<void> {
  const { files, now } = platform
  for (const name of (await Array.fromAsync(files.walk(nextFolder))).flat()) {
    const id = nextForm.exec(name)?.groups?.id
    if (id === undefined) continue
    await settleAssetFile(platform, Number(id))
    await files.removeUntouched(`${nextFolder}/${name}`, now() - settledAfter)
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
