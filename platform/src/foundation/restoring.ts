import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from './database/location.ts'
import { isEmptyPostgres } from './database/rows.ts'
import { CannotStart } from './errors.ts'

/** File in a restored data directory until the PostgreSQL database has its rows. */
export const restoringMark = 'restoring'

/** Explains the file to operators. */
export const restoringText = `A restore put this folder in place, and was about to fill the database, too.
If it was stopped, run it again: it finds out how far it came. This file is removed by the end of a restore.
`

export const isBeingRestored = (dataDirectory: string): Promise<boolean> =>
  access(join(dataDirectory, restoringMark)).then(
    () => true,
    () => false,
  )

/**
 * Completes a restore that was stopped after the database had its rows.
 *
 * @throws CannotStart when the database is empty: sweeps would remove all restored files.
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
