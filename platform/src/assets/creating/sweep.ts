import { type Clock, day, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { isAssetId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { assetFileName, assetsFolder } from '../rules.ts'
import { listUsedIds } from './queries.ts'
import { removeFailed } from './settle.ts'

interface Sweeping {
  db: Db
  files: Files
  now: Clock
}

/** Maximum number of failed creations that one run removes. */
const maxRemoved = 100

/** How long a form that is submitted again finds the asset that it has created. */
const retention = day

/** Removes failed creations that a crash left, and paid ones whose forms are too old to be submitted again. */
export async function sweepCreations(platform: Sweeping): Promise<void> {
  const { db } = platform
  const failed = await db
    .selectFrom('creations')
    .select('asset_id')
    .where('state', '=', 'failed')
    .limit(maxRemoved)
    .execute()
  for (const { asset_id } of failed) await removeFailed(platform, asset_id)
  await db
    .deleteFrom('creations')
    .where('state', '=', 'paid')
    .where('created', '<', platform.now() - retention)
    .execute()
}

/** Minimum age of a removed file. A file is written seconds before a row names it. */
const settledAfter = hour

/** Removes files that a crash left without an asset or a creation. Reads the folder in batches. */
export async function sweepAssetFiles({ db, files, now }: Sweeping): Promise<void> {
  for await (const names of files.walk(assetsFolder)) {
    const ids = names.map(Number).filter(isAssetId)
    if (ids.length === 0) continue
    const used = await listUsedIds(db, ids)
    for (const id of ids) {
      if (!used.has(id)) await files.removeUntouched(assetFileName(id), now() - settledAfter)
    }
  }
}
