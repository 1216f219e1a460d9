import { addressGroup } from '../../foundation/address-group.ts'
import { type Clock, hour, minute } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { createEventCounter } from '../../foundation/event-counter.ts'

/** Limit on wrong passwords for one account from one address (docs/reference/site-api.md#failed-sign-ins). */
const pairLimit = { max: 10, windowMs: 15 * minute }

/** Limit for one address and all accounts: more than a household or a school mistypes. */
const addressLimit = { max: 100, windowMs: 15 * minute }

/** Limit for one account and all addresses: 2,400 guesses a day, of passwords that have 16 characters. */
const accountLimit = { max: 100, windowMs: hour }

export interface PasswordAttempt {
  /** The username as typed, as `usernameKey`. An account with this name need not exist. */
  account: string
  address: string
  /** Whether the account was signed in to from this address before. There the account's limit does not apply. */
  isKnown: () => Promise<boolean>
}

/** Limits wrong passwords. Counts them in this process's memory. */
export interface PasswordAttempts {
  /**
   * Returns the result of `verify`. Only as many attempts run at once as may still fail. Further ones wait for their results.
   *
   * @throws Refused `limited`
   */
  try(attempt: PasswordAttempt, verify: () => Promise<boolean>): Promise<boolean>
}

export function createPasswordAttempts(now: Clock): PasswordAttempts {
  const pairs = createEventCounter(pairLimit.windowMs, now)
  const addresses = createEventCounter(addressLimit.windowMs, now)
  const accounts = createEventCounter(accountLimit.windowMs, now)
  const running = new Map<string, { count: number; waiting: (() => void)[] }>()

  const enter = async (pair: string) => {
    for (;;) {
      const wrong = pairs.count(pair)
      if (wrong >= pairLimit.max) throw new Refused('accounts.too_many_attempts')
      const attempts = running.get(pair) ?? { count: 0, waiting: [] }
      running.set(pair, attempts)
      if (wrong + attempts.count < pairLimit.max) {
        attempts.count++
        return
      }
      await new Promise<void>((resolve) => attempts.waiting.push(resolve))
    }
  }

  const leave = (pair: string) => {
    const attempts = running.get(pair)
    if (!attempts) return
    attempts.count--
    if (attempts.count === 0) running.delete(pair)
    for (const wake of attempts.waiting.splice(0)) wake()
  }

  return {
    async try({ account, address: from, isKnown }, verify) {
      const address = addressGroup(from)
      const pair = `${account} ${address}`
      if (addresses.count(address) >= addressLimit.max)
        throw new Refused('accounts.too_many_attempts_from_network')
      if (accounts.count(account) >= accountLimit.max && !(await isKnown())) {
        throw new Refused('accounts.too_many_attempts_everywhere')
      }
      await enter(pair)
      try {
        const isRight = await verify()
        if (isRight) pairs.forget(pair)
        else {
          pairs.add(pair)
          addresses.add(address)
          accounts.add(account)
        }
        return isRight
      } finally {
        leave(pair)
      }
    },
  }
}
