import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { findWorldFiles } from './queries.ts'
import { worldFileName } from './rules.ts'

/** Removes files of worlds unless a world names them. Downloads under way finish. The sweep retries a failure. */
export async function removeUnnamed(
  { db, files }: { db: Db; files: Files },
  removed: readonly string[],
): Promise<void> {
  for (const file of removed)
    await files
      .removeUnless(worldFileName(file), async () => (await findWorldFiles(db, [file])).has(file))
      .catch(() => undefined)
}
