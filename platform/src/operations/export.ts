import type { Db } from '../foundation/database.ts'
import { type Exports, type OwnFile, rowsOf } from '../foundation/exports.ts'
import { screenshotName } from './screenshots/rules.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<{ db: Db }> = {
  rows: {
    screenshots: [
      rowsOf('screenshots', 'screenshots', {
        owner: 'user_id',
        key: ['id'],
        show: ['id', 'created', 'format', 'width', 'height', 'size'],
      }),
    ],
  },
  files: listScreenshotFiles,
}

async function listScreenshotFiles({ db }: { db: Db }, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('screenshots')
    .select(['id', 'format', 'size'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: screenshotName(row),
    stored: screenshotName(row),
    size: row.size,
    takenDown: false,
  }))
}
