import { setTimeout } from 'node:timers/promises'
import { second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'

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
