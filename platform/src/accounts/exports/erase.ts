import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { exportName } from './rules.ts'

/** Removes the export of a user. The file goes first, so that a crash in between repeats the removal. */
export async function eraseExport({ db, files }: { db: Db; files: Files }, userId: string): Promise<void> {
  const rows = await db.selectFrom('account_exports').select('id').where('user_id', '=', userId).execute()
  for (const { id } of rows) {
    await files.remove(exportName(id))
    await db.deleteFrom('account_exports').where('id', '=', id).execute()
  }
}
