import type { Db } from '../../database.ts'
import { isAssetId } from '../../foundation/asset-ids.ts'
import { type Clock, hour } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import { assetFileName, assetsFolder } from '../files/store-asset.ts'
import { listNotedFiles } from './queries.ts'

type Sweeping = { db: Db; files: Files; now: Clock }

/** Files are written before what they are the files of is noted, which takes seconds. */
const settledAfter = hour

/** Removes the files that a crash left without an asset, or anything that becomes one. */
export async function sweepAssetFiles({ db, files, now }: Sweeping): Promise<void> {
  for await (const names of files.walk(assetsFolder)) {
    const ids = names.map(Number).filter(isAssetId)
    if (ids.length === 0) continue
    const noted = await listNotedFiles(db, ids)
    for (const id of ids) {
      if (!noted.has(id)) await files.removeUntouched(assetFileName(id), now() - settledAfter)
    }
  }
}
