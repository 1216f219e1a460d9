import { setTimeout } from 'node:timers/promises'
import { second } from '../clock.ts'
import { Refused } from '../errors.ts'
import type { Logger } from '../log.ts'

const patienceMs = 30 * second
const firstPauseMs = 50
const maxPauseMs = 2 * second

/** The database could not be reached, or gave up on a statement. Nothing of its transaction was kept. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * A commit failed, and nothing proves that the transaction was rolled back. Its rows may be there, so that files that they
 * would name have to stay. A sweep removes the files that no row names.
 */
export class CommitUnknown extends DatabaseUnavailable {
  override name = 'CommitUnknown'
}

/**
 * Runs an attempt until the database is there, for half a minute, so that a start survives cut connections.
 *
 * @throws DatabaseUnavailable when time is up, or the outage is not a passing one; whatever else the attempt throws.
 */
export async function outlastOutage<T>(
  log: Logger,
  attempt: () => Promise<T>,
  isPassing: (error: DatabaseUnavailable) => boolean = () => true,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || !isPassing(error)) throw error
      if (Date.now() + pauseMs > deadline) throw error
      log.warn({ error: error.message }, 'the database failed during the start; trying again')
      await setTimeout(pauseMs)
    }
  }
}

/** Returns the refusal that an error stands for, at the edges; undefined for a fault of ours. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error
  if (error instanceof CommitUnknown)
    return new Refused(
      'busy',
      'The database failed while this was being saved. Check whether it was saved before you try again.',
    )
  if (error instanceof DatabaseUnavailable)
    return new Refused('busy', 'The database is not available right now. Try again in a few seconds.')
  return undefined
}
