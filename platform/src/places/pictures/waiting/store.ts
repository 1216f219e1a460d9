import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Actor } from '../../../accounts/rules.ts'
import type { Config } from '../../../foundation/config/schema.ts'
import type { Db } from '../../../foundation/database.ts'
import { newTimedId } from '../../../foundation/ids.ts'
import type { ConvertedPicture } from '../convert.ts'
import { deleteWaitingOf, insertWaiting, type Pictured, type WaitingRow } from './queries.ts'
import { waitingPictureName, waitsForReview } from './rules.ts'

interface Storing {
  files: Files
  now: Clock
  config: Pick<Config, 'Moderation'>
}

/** An uploaded picture whose file is stored, and whose row is not. */
export interface StoredUpload {
  /** Whether the picture waits for review. Its file is then not where pictures are shown from. */
  waits: boolean
  /** Records a waiting picture, or that a shown icon replaces the one that waits. Called inside the upload's transaction. */
  record: (db: Db, of: Pictured) => Promise<void>
}

/**
 * Stores the file of an uploaded picture: for review where the configuration says so, otherwise under `shown`. The sweeps remove
 * a file whose row is never committed.
 */
export async function storeUpload(
  { files, now, config }: Storing,
  actor: Actor,
  { bytes, name }: ConvertedPicture,
  { kind, shown }: { kind: WaitingRow['kind']; shown: string },
): Promise<StoredUpload> {
  const size = bytes.byteLength
  if (waitsForReview(config, actor)) {
    const since = now()
    const id = newTimedId(since)
    await files.write(waitingPictureName(id), [bytes], size)
    return { waits: true, record: (db, of) => insertWaiting(db, of, { id, kind, name, size, since }) }
  }
  await files.write(shown, [bytes], size)
  return {
    waits: false,
    record: async (db, of) => {
      if (kind === 'icon') await deleteWaitingOf(db, of, { kind })
    },
  }
}
