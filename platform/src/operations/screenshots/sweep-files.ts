import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { screenshotIdOf, screenshotsFolder } from './rules.ts'

/** Age from which a file without a row is an orphan. Files are written seconds before their row. */
const settledAfter = hour

/** Removes files of screenshots that have no row, after a crash or a lost connection. */
export async function sweepScreenshots(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  for await (const stored of files.walk(screenshotsFolder)) {
    const some = stored.flatMap((file) => {
      const id = screenshotIdOf(file)
      return id === undefined ? [] : [{ id, name: `${screenshotsFolder}/${file}` }]
    })
    const ids = some.map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await db.selectFrom('screenshots').select('id').where('id', 'in', ids).execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const { id, name } of some)
      if (!known.has(id)) await files.removeUntouched(name, now() - settledAfter)
  }
}
