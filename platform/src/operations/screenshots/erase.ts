import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { previewName, screenshotName } from './rules.ts'

/** Deletes all screenshots of a user. The files go first, so that a crash in between repeats the removal. */
export const eraseScreenshots = ({ db, files }: { db: Db; files: Files }, userId: string): Promise<void> =>
  inParts(
    (limit) => db.selectFrom('screenshots').selectAll().where('user_id', '=', userId).limit(limit).execute(),
    async (own) => {
      for (const screenshot of own) {
        await files.remove(screenshotName(screenshot))
        await files.remove(previewName(screenshot))
        await db.deleteFrom('screenshots').where('id', '=', screenshot.id).execute()
      }
    },
  )
