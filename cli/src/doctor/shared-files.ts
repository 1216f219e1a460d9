import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { fileReferences } from '@baseplate/platform/operations/door'
import { isUpToDate } from '../backup/is-up-to-date.ts'
import { fileFault } from '../backup/verify-file.ts'
import { openSnapshot } from '../database/snapshot.ts'
import { examinePostgres } from './examine-postgres.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Files that are checked: enough to notice a folder that machines do not share. `verify` checks all files. */
const checkedMax = 20

const retryMs = 300

const advice = 'Set FILES_URL, or put BASEPLATE_DATA on a file system that all machines share.'

/** Checks that sites on several machines have their files in common. */
export async function checkSharedFiles(config: Config): Promise<Finding> {
  const { databaseUrl, databaseListenUrl, filesUrl } = config
  if (databaseUrl === undefined) return ok('not needed: SQLite has one process')
  if (filesUrl !== undefined) return ok('in object storage')
  const missing = await findMissing(config)
  if (missing !== undefined) return fault(`${missing} is in the database, but not on this machine`, advice)
  const { machines } = await examinePostgres(databaseUrl, databaseListenUrl)
  return machines.length > 1
    ? warning(`${machines.length} machines use this database. Do they share their files?`, advice)
    : ok('this machine is alone')
}

/** Returns a file that the database names and the data directory lacks. */
async function findMissing(config: Config): Promise<string | undefined> {
  const { databaseUrl: url, dataDirectory } = config
  const snapshot = await openSnapshot<Database>({ url, dataDirectory })
  try {
    if (!isUpToDate(snapshot)) return undefined
    let count = 0
    for await (const reference of fileReferences(snapshot.db)) {
      if (await isMissing(dataDirectory, reference)) return reference.name
      count += 1
      if (count === checkedMax) return undefined
    }
    return undefined
  } finally {
    await snapshot.close()
  }
}

/** Looks twice, because a file whose row has just been committed is put into place a moment later. */
async function isMissing(dataDirectory: string, reference: FileReference): Promise<boolean> {
  for (let look = 0; look < 2; look++) {
    if (look > 0) await delay(retryMs)
    if ((await fileFault(dataDirectory, reference)) !== 'is missing') return false
  }
  return true
}
