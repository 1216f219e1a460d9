import type { Db } from '../../database.ts'
import { addressGroup } from '../../foundation/address-group.ts'
import type { Clock } from '../../foundation/clock.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import type { PasswordAttempt } from './attempt-book.ts'
import { createAttemptsInDatabase } from './attempts-in-database.ts'
import { createAttemptsInMemory } from './attempts-in-memory.ts'

/** Limits wrong passwords. */
export interface PasswordAttempts {
  /**
   * Returns the result of `verify`. Only as many attempts run at once as may still fail. Further ones wait for their results.
   *
   * @throws Refused `limited`
   */
  try(attempt: PasswordAttempt, verify: () => Promise<boolean>): Promise<boolean>
}

/** Counts in the database where several processes may share it, and in memory on SQLite, which has one process. */
export function createPasswordAttempts(parts: { db: Db; now: Clock }): PasswordAttempts {
  const book = isPostgres(parts.db) ? createAttemptsInDatabase(parts) : createAttemptsInMemory(parts.now)
  return {
    async try({ address, ...attempt }, verify) {
      const grouped = { ...attempt, address: addressGroup(address) }
      let started = await book.start(grouped)
      while (!started) {
        await book.room(grouped)
        started = await book.start(grouped)
      }
      const isRight = await verify().catch(async (error: unknown) => {
        await started.drop()
        throw error
      })
      await (isRight ? started.right() : started.wrong())
      return isRight
    },
  }
}
