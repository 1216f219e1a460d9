import { setTimeout } from 'node:timers/promises'
import { second } from '../clock.ts'
import { Refused } from '../errors.ts'
import { FilesUnavailable } from '../files-unavailable.ts'
import type { Logger } from '../log.ts'

const patienceMs = 30 * second
const firstPauseMs = 50
const maxPauseMs = 2 * second

/** The database could not be reached, or gave up on a statement. Its transaction was rolled back. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * A commit failed, and nothing proves that the transaction was rolled back. Its rows may be committed, so the files they name
 * stay. A sweep removes the files that no row names.
 */
export class CommitUnknown extends DatabaseUnavailable {
  override name = 'CommitUnknown'
}

/** The disk of the database is full. The transaction was rolled back. */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Retries an attempt for half a minute while the database is unavailable, so that a start survives cut connections.
 *
 * @throws DatabaseUnavailable when time is up or the outage is permanent; any other error of the attempt.
 */
export async function outlastOutage<T>(
  log: Logger,
  attempt: () => Promise<T>,
  isTransient: (error: DatabaseUnavailable) => boolean = () => true,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || !isTransient(error)) throw error
      if (Date.now() + pauseMs > deadline) throw error
      log.warn({ error: error.message }, 'the database failed during the start; retrying')
      await setTimeout(pauseMs)
    }
  }
}

/** Whether the disk of the database or of the files is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseFull ||
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

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
