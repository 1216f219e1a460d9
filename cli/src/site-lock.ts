import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { acquireLock } from '@baseplate/service/lock'
import { siteLockName } from './backup/format.ts'

/** Time for a site that is just ending. */
const patienceMs = 250

/**
 * Keeps a second site out of a data directory with SQLite: each would run all jobs, and count and limit by itself. Returns a
 * function that gives the lock back. Sites on PostgreSQL share their database.
 *
 * @throws CannotStart
 */
export async function lockDataDirectory(config: Config): Promise<() => void> {
  if (config.databaseUrl !== undefined) return () => {}
  await prepareDataDirectory(config)
  const lock = acquireLock(join(config.dataDirectory, siteLockName), patienceMs)
  if ('release' in lock) return lock.release
  throw new CannotStart(
    `The data directory ${config.dataDirectory} is in use by the site of process ${lock.holder}. ` +
      'Stop that one first. Several sites need PostgreSQL: DATABASE_URL.',
  )
}
