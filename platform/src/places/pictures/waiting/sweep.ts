import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../../foundation/database.ts'
import { waitingPictureName, waitingPicturesFolder } from './rules.ts'

/** Age from which a file without a row is an orphan. Files are written seconds before their row. */
const settledAfter = hour

/** Removes files of pictures that no longer wait: they were decided, replaced or withdrawn, or an upload failed. */
export async function sweepWaitingPictures(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  for await (const stored of files.walk(waitingPicturesFolder)) {
    const ids = stored.flatMap((file) => /^([a-z0-9]{20})\.avif$/.exec(file)?.[1] ?? [])
    if (ids.length === 0) continue
    const rows = await db.selectFrom('waiting_pictures').select('id').where('id', 'in', ids).execute()
    const waiting = new Set(rows.map(({ id }) => id))
    for (const id of ids)
      if (!waiting.has(id)) await files.removeUntouched(waitingPictureName(id), now() - settledAfter)
  }
}
