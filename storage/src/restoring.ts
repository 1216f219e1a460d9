import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type DatabaseLocation, sqliteFile } from './database/location.ts'
import { isEmptyPostgres } from './database/rows.ts'

/** File in a restored data directory until the PostgreSQL database has its rows, and object storage is complete. */
export const restoringMark = 'restoring'

/** Explains the file to operators. */
export const restoringText = `A restore has put this folder in place, but may not have filled the database yet.
If the restore was stopped, run it again: it continues where it stopped, and removes this file at its end.
`

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

export const isBeingRestored = (dataDirectory: string): Promise<boolean> =>
  exists(join(dataDirectory, restoringMark))

/** Whether a data directory has a SQLite database, which is whole as soon as the folder is in place. */
export const hasSqlite = (dataDirectory: string): Promise<boolean> => exists(join(dataDirectory, sqliteFile))

/**
 * Completes a restore that was stopped after the database had its rows.
 *
 * @throws CannotStart when the database is empty: sweeps would remove all restored files.
 */
export async function finishRestore({ dataDirectory, url }: DatabaseLocation): Promise<void> {
  if (!(await isBeingRestored(dataDirectory))) return
  const isUnfinished = url === undefined ? !(await hasSqlite(dataDirectory)) : await isEmptyPostgres(url)
  if (isUnfinished) {
    throw new CannotStart(
      `The restore into ${dataDirectory} was stopped before the database had its rows. Restore again, with the same DATABASE_URL.`,
    )
  }
  await rm(join(dataDirectory, restoringMark), { force: true })
}
