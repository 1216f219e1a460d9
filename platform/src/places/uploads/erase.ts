import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { listParts } from './queries.ts'
import { partFileName } from './rules.ts'

/** Deletes the uploads of a user or to a place. The files go first, so that a crash in between repeats the removal. */
export const eraseUploads = (
  { db, files }: { db: Db; files: Files },
  by: { column: 'user_id' | 'place_id'; id: string | number },
): Promise<void> =>
  inParts(
    (limit) => db.selectFrom('uploads').select('id').where(by.column, '=', by.id).limit(limit).execute(),
    async (uploads) => {
      for (const { id } of uploads) {
        for (const { name } of await listParts(db, id)) await files.remove(partFileName(name))
        await db.deleteFrom('uploads').where('id', '=', id).execute()
      }
    },
  )
