import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type DatabaseLocation, sqliteFile } from './location.ts'
import { isEmptyPostgres } from './rows.ts'

/** Prefix of the name that a SQLite file has once its rows are in PostgreSQL. */
export const copiedPrefix = `${sqliteFile}.copied-`

/** The platform's rows are in another database than the one that is configured. */
export class OtherDatabase extends CannotStart {
  readonly found: string
  readonly advice: string

  constructor(found: string, advice: string) {
    super(`${found} ${advice}`)
    this.found = found
    this.advice = advice
  }
}

/**
 * Refuses an empty database while the platform's rows are in another one. The first account that registers becomes
 * the administrator, so an empty platform must not appear by mistake.
 *
 * @throws OtherDatabase; CannotStart when PostgreSQL cannot be reached.
 */
export async function refuseOtherDatabase({ url, dataDirectory }: DatabaseLocation): Promise<void> {
  const file = join(dataDirectory, sqliteFile)
  const exists = await isFile(file)
  if (url !== undefined) {
    if (!exists || !hasAccounts(file) || !(await isEmptyPostgres(url))) return
    throw new OtherDatabase(
      `The database at DATABASE_URL is empty, but ${file} has accounts.`,
      'Copy them with `baseplate database copy`, or move that file away to start with an empty platform.',
    )
  }
  const copied = exists ? undefined : await copiedFile(dataDirectory)
  if (copied === undefined) return
  throw new OtherDatabase(
    `The rows of ${dataDirectory} are in the PostgreSQL database that ${copied} was copied to.`,
    `Set DATABASE_URL, or rename that file to ${sqliteFile} to continue without what has changed since.`,
  )
}

const copiedFile = async (dataDirectory: string) =>
  (await readdir(dataDirectory).catch(() => [])).toSorted().findLast((name) => name.startsWith(copiedPrefix))

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** A file that cannot be read may have accounts. */
function hasAccounts(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    try {
      if (!database.prepare("select 1 from sqlite_master where name = 'users'").get()) return false
      return database.prepare('select 1 from users limit 1').get() !== undefined
    } finally {
      database.close()
    }
  } catch {
    return true
  }
}
