import { type Clock, minute } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { levelAfterWrongPasswords, limits, type PasswordAttempt, settleAttempt } from './attempt-book.ts'
import { createPressure } from './pressure.ts'
import { isEnough, levelOf } from './rules.ts'
import { createTurns } from './turns.ts'
import type { Work } from './work.ts'

/** Limits wrong passwords. */
export interface PasswordAttempts {
  /**
   * Returns the result of `verify`. At most as many attempts of one account and address run at once as the limit allows in all.
   * Results that simultaneous attempts have left no room for are not told.
   *
   * @throws WorkRequired after too many wrong passwords.
   */
  try(attempt: PasswordAttempt, verify: () => Promise<boolean>): Promise<boolean>
}

/** Usual wrong passwords from one network in 15 minutes, such as those of a school and its neighbours. */
const usualOfNetwork = 300

/** Counts wrong passwords in the database: for all processes, and across restarts. */
export function createPasswordAttempts(parts: {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Security' | 'baseUrl' | 'TrustedProxies'>
  limitCounts: LimitCounts
  work: Work
}): PasswordAttempts {
  const { db, groupCommit, now } = parts
  const inTurn = createTurns(limits.pair.max)
  const pressure = createPressure(parts, {
    name: 'wrong password',
    windowMs: 15 * minute,
    network: usualOfNetwork,
    platform: parts.config.Security.UsualWrongPasswords,
  })

  async function tryInTurn(attempt: PayableAttempt, verify: () => Promise<boolean>): Promise<boolean> {
    const level = await levelAfterWrongPasswords(db, attempt, now())
    if (level > 0) await attempt.pay(level)
    const isRight = await verify()
    const settle = () =>
      groupCommit((trx) => settleAttempt(trx, attempt, { isRight, isPaid: attempt.isPaid(), now: now() }))
    if (await settle()) return isRight
    await attempt.pay(levelOf(limits.pair.max, limits.pair.max))
    await settle()
    return isRight
  }

  return {
    async try(attempt, verify) {
      const { address } = attempt
      const payable = makePayable(parts.work, attempt)
      const level = await pressure.level(address)
      if (level > 0 && !(await attempt.isKnown())) await payable.pay(level)
      const endTurn = await inTurn(`${payable.account} ${payable.address}`)
      const isRight = await tryInTurn(payable, verify).finally(endTurn)
      if (!isRight) await pressure.add(address)
      return isRight
    },
  }
}

/** An attempt that may have to be paid for with work. */
interface PayableAttempt extends PasswordAttempt {
  /** Takes the work of a level, once for the attempt. @throws WorkRequired without it. */
  pay(level: number): Promise<void>
  isPaid(): boolean
}

/** An attempt may be paid for at several moments, and a solution counts once. */
function makePayable(work: Work, attempt: PasswordAttempt): PayableAttempt {
  const { address, work: answer } = attempt
  const demand = { purpose: 'sign-in', address } as const
  let paid: Promise<number> | undefined
  let isPaid = false
  return {
    ...attempt,
    address: addressGroup(address),
    async pay(level) {
      paid ??= work.demand({ ...demand, level, answer })
      if (!isEnough(await paid, level)) await work.demand({ ...demand, level, answer: undefined })
      isPaid = true
    },
    isPaid: () => isPaid,
  }
}
