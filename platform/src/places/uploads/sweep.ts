import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { partFileName, partsFolder, uploadLifetime } from './rules.ts'

/** Expired uploads are kept for another day, so that clients learn why they cannot continue. */
const keptFor = 2 * uploadLifetime

/** Age at which a part without a row is an orphan. A slow request may write for hours, but not after its upload has expired. */
const orphanAge = uploadLifetime

/** Deletes expired uploads, and files that no upload names. */
export async function sweepUploads(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  const expired = db
    .selectFrom('uploads')
    .select('id')
    .where('created', '<=', now() - uploadLifetime)
  await db.deleteFrom('upload_parts').where('upload_id', 'in', expired).execute()
  await db
    .deleteFrom('uploads')
    .where('created', '<=', now() - keptFor)
    .execute()
  for await (const names of files.walk(partsFolder)) {
    const rows = await db.selectFrom('upload_parts').select('name').where('name', 'in', names).execute()
    const named = new Set(rows.map(({ name }) => name))
    for (const name of names)
      if (!named.has(name)) await files.removeUntouched(partFileName(name), now() - orphanAge)
  }
}
