import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from './database/location.ts'
import { isEmptyPostgres } from './database/rows.ts'
import { CannotStart } from './errors.ts'

/** In a data directory that a restore has put in place, until the PostgreSQL database is known to have its rows. */
export const restoringMark = 'restoring'

/** For whoever finds it. */
export const restoringText = `A restore put this folder in place, and was about to fill the database, too.
If it was stopped, run it again: it finds out how far it came. This file is removed by the end of a restore.
`

export const isBeingRestored = (dataDirectory: string): Promise<boolean> =>
  access(join(dataDirectory, restoringMark)).then(
    () => true,
    () => false,
  )

/**
 * Lets the database of a data directory be opened that was restored whole, although nobody was left to say so.
 *
 * @throws CannotStart when the database has none of its rows: with an empty one, all its files would be nobody's.
 */
export async function finishRestore({ dataDirectory, url }: DatabaseLocation): Promise<void> {
  if (!(await isBeingRestored(dataDirectory))) return
  if (url === undefined || (await isEmptyPostgres(url))) {
    throw new CannotStart(
      `The restore into ${dataDirectory} was stopped before the database had its rows. Restore again, with the same DATABASE_URL.`,
    )
  }
  await rm(join(dataDirectory, restoringMark), { force: true })
}
