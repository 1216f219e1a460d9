import type { Db } from '@baseplate/platform/foundation/database'
import type { Chunks } from '@baseplate/storage/received-file'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { receiveObject } from '@baseplate/storage/s3-files/receive'

/** Stores a file from another storage with the time that it had there. */
export const importFile = (
  storage: { db: Db; objects: Objects },
  { name, modified }: { name: string; modified: number },
  source: Chunks,
): Promise<void> =>
  receiveObject(storage, { source, maxBytes: Number.POSITIVE_INFINITY, modified }, ({ store }) => store(name))
