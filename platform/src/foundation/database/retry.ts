import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { DatabaseUnavailable } from './outage.ts'

/** PostgreSQL's `serialization_failure` and `deadlock_detected` (its manual, appendix A). */
const lostRace = new Set(['40001', '40P01'])

const maxAttempts = 6

/** Doubled with each attempt, and random: two transactions that met once shall not meet again. */
const firstPauseMs = 10

/**
 * Runs an attempt again when PostgreSQL rolled it back for the sake of another transaction. Nothing of it was kept, so the
 * attempt may do nothing outside the database.
 *
 * @throws DatabaseUnavailable when no attempt succeeds; whatever else an attempt throws.
 */
export async function retryLostRace<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempts === maxAttempts) throw new DatabaseUnavailable(error)
      await setTimeout(Math.random() * firstPauseMs * 2 ** attempts)
    }
  }
}

const isLostRace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && lostRace.has(error.code)

/** Kysely whose transactions run again after a deadlock or a serialization failure, whichever verb began them. */
export class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) =>
      retryLostRace(() => execute(work))
    return builder
  }
}
