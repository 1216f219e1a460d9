import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { draftFileName } from './rules.ts'

/** Deletes the drafts of a user. The files go first, so that a crash in between repeats the removal. */
export async function eraseSavedDrafts(
  { db, files }: { db: Db; files: Files },
  userId: string,
): Promise<void> {
  const drafts = await db.selectFrom('creation_drafts').select('file').where('user_id', '=', userId).execute()
  for (const { file } of drafts) if (file !== null) await files.remove(draftFileName(file))
  await db.deleteFrom('creation_drafts').where('user_id', '=', userId).execute()
}
