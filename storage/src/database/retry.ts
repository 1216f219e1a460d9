import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { DatabaseUnavailable } from './outage.ts'

/** PostgreSQL's `serialization_failure` and `deadlock_detected` (its manual, appendix A). */
const lostRace = new Set(['40001', '40P01'])

const maxAttempts = 6

/** Doubled with each attempt. Randomized, so that the same two transactions do not collide again. */
const firstPauseMs = 10

/**
 * Retries an attempt that PostgreSQL rolled back because of a deadlock or a serialization failure. The attempt must have no
 * effects outside the database.
 *
 * @throws DatabaseUnavailable when no attempt succeeds; any other error of an attempt.
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

/** Kysely whose transactions are retried after a deadlock or a serialization failure. */
export class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(work: (trx: Transaction<Schema>) => Promise<T>) =>
      retryLostRace(() => execute(work))
    return builder
  }
}
