import type { Files } from '@baseplate/storage/files'
import type { Db } from '../foundation/database.ts'
import { deletePreviews } from './queries.ts'
import type { RenderSubject } from './rules.ts'
import { removePictures } from './store-pictures.ts'

/** Removes the pictures of a subject. A render in progress is discarded. */
export async function erasePictures(
  { db, files }: { db: Db; files: Files },
  subject: RenderSubject,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('renders').where('subject', '=', subject).execute()
    await deletePreviews(trx, [subject])
  })
  await removePictures(files, [subject])
}
