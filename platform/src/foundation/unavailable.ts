import { CommitUnknown, DatabaseUnavailable, isDiskFull } from '@baseplate/storage/database/outage'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { Refused } from './errors.ts'

/** Names the unavailable service or full disk that caused an error, for the log. Returns undefined for any other error. */
export function unavailableOf(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return 'the database'
  if (isDiskFull(error) || (error instanceof Refused && isDiskFull(error.cause))) return 'space on the disk'
  return error instanceof FilesUnavailable ? 'the storage of files' : undefined
}

/**
 * Returns the refusal to answer an error with, or undefined for a bug.
 *
 * @param isChanged whether the request has already committed a change, so that its client must not blindly repeat it.
 */
export function refusalOf(error: unknown, { isChanged = false } = {}): Refused | undefined {
  if (error instanceof Refused) return error
  const mayBeDone = error instanceof CommitUnknown || (isChanged && unavailableOf(error) !== undefined)
  if (mayBeDone) return new Refused('site.commit_unknown')
  if (isDiskFull(error)) return new Refused('site.disk_full')
  if (error instanceof DatabaseUnavailable) return new Refused('site.database_unavailable')
  if (error instanceof FilesUnavailable) return new Refused('site.files_unavailable')
  return undefined
}

/**
 * Runs a write that a request can do without, such as the time of a last use. Returns undefined if the database is unavailable or
 * the disk is full. The writes that a request needs report that.
 */
export async function tryWrite<T>(write: () => Promise<T>): Promise<{ result: T } | undefined> {
  try {
    return { result: await write() }
  } catch (error) {
    if (unavailableOf(error) === undefined) throw error
    return undefined
  }
}

/** Throws the error of a step after a commit, so that the client does not learn that nothing was changed. */
export function throwAfterCommit(error: unknown): never {
  throw refusalOf(error, { isChanged: true }) ?? error
}
