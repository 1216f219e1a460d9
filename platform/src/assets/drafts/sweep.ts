import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { draftFileName, draftRetention, draftsFolder } from './rules.ts'

/** Maximum number of drafts that one statement deletes. */
const perStatement = 100

/** Age from which a file without a row is an orphan. Files are written seconds before their row. */
const settledAfter = hour

/** Deletes abandoned drafts, and files that no draft names. */
export async function sweepDrafts(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  await deleteAbandoned(db, now() - draftRetention)
  for await (const names of files.walk(draftsFolder)) {
    const rows = await db.selectFrom('creation_drafts').select('file').where('file', 'in', names).execute()
    const named = new Set(rows.map(({ file }) => file))
    for (const name of names)
      if (!named.has(name)) await files.removeUntouched(draftFileName(name), now() - settledAfter)
  }
}

/** Deletes drafts that were last changed before a time. Their files become orphans. */
async function deleteAbandoned(db: Db, before: number): Promise<void> {
  for (;;) {
    const abandoned = await db
      .selectFrom('creation_drafts')
      .select(['user_id', 'key'])
      .where('updated', '<', before)
      .limit(perStatement)
      .execute()
    for (const { user_id, key } of abandoned)
      await db
        .deleteFrom('creation_drafts')
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .where('updated', '<', before)
        .execute()
    if (abandoned.length < perStatement) return
  }
}
