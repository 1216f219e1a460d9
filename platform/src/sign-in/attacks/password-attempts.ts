import { type Clock, minute } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import type { PasswordAttempt, PayableAttempt } from './attempt-book.ts'
import { createAttemptsInDatabase } from './attempts-in-database.ts'
import { createAttemptsInMemory } from './attempts-in-memory.ts'
import { createPressure } from './pressure.ts'
import { isEnough } from './rules.ts'
import type { Work } from './work.ts'

/** Limits wrong passwords. */
export interface PasswordAttempts {
  /**
   * Returns the result of `verify`. Runs only as many attempts at once as may still fail. Further attempts wait for their results.
   *
   * @throws WorkRequired after too many wrong passwords.
   */
  try(attempt: PasswordAttempt, verify: () => Promise<boolean>): Promise<boolean>
}

/** Usual wrong passwords from one network in 15 minutes, such as those of a school and its neighbours. */
const usualOfNetwork = 300

/** Counts in the database where several processes may share it, and in memory on SQLite, which has one process. */
export function createPasswordAttempts(parts: {
  db: Db
  now: Clock
  config: Pick<Config, 'Security' | 'baseUrl' | 'TrustedProxies'>
  limitCounts: LimitCounts
  work: Work
}): PasswordAttempts {
  const book = isPostgres(parts.db) ? createAttemptsInDatabase(parts) : createAttemptsInMemory(parts.now)
  const pressure = createPressure(parts, {
    name: 'wrong password',
    windowMs: 15 * minute,
    network: usualOfNetwork,
    platform: parts.config.Security.UsualWrongPasswords,
  })
  return {
    async try(attempt, verify) {
      const { address } = attempt
      const payable = makePayable(parts.work, attempt)
      const level = await pressure.level(address)
      if (level > 0 && !(await attempt.isKnown())) await payable.pay(level)
      let started = await book.start(payable)
      while (!started) {
        await book.waitForRoom(payable)
        started = await book.start(payable)
      }
      const isRight = await verify().catch(async (error: unknown) => {
        await started.drop()
        throw error
      })
      await (isRight ? started.right() : started.wrong())
      if (!isRight) await pressure.add(address)
      return isRight
    },
  }
}

/** An attempt may start several times, and a solution counts once. */
function makePayable(work: Work, attempt: PasswordAttempt): PayableAttempt {
  const { address, work: answer } = attempt
  const demand = { purpose: 'sign-in', address } as const
  let paid: Promise<number> | undefined
  return {
    ...attempt,
    address: addressGroup(address),
    async pay(level) {
      paid ??= work.demand({ ...demand, level, answer })
      if (!isEnough(await paid, level)) await work.demand({ ...demand, level, answer: undefined })
    },
  }
}
