import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from './database/location.ts'
import { isEmptyPostgres } from './database/rows.ts'
import { CannotStart } from './errors.ts'

/** File in a restored data directory until the PostgreSQL database has its rows. */
export const restoringMark = 'restoring'

/** Explains the file to operators. */
export const restoringText = `A restore has put this folder in place, but may not have filled the database yet.
If the restore was stopped, run it again: it continues where it stopped, and removes this file at its end.
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
