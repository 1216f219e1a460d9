import { addressGroup } from '../../foundation/address-group.ts'
import { type Clock, hour, minute } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { createEventCounter } from '../../foundation/event-counter.ts'

/** Wrong passwords for one account from one address (decisions, section 3). */
const ofPair = { max: 10, windowMs: 15 * minute }

/** From one address, for whichever accounts: more than a household or a school mistypes. */
const ofAddress = { max: 100, windowMs: 15 * minute }

/** For one account, from wherever: 2,400 guesses a day, of passwords that have 16 characters. */
const ofAccount = { max: 100, windowMs: hour }

/** Who says that a password is theirs. */
export interface Attempt {
  /** The name that was given, as `usernameKey`: whether there is such an account makes no difference. */
  account: string
  address: string
  /** Whether the account has been signed in to from the address: others' failures do not count there. */
  isKnown: () => Promise<boolean>
}

/** Lets passwords be tried, as long as not too many were wrong. Counted in this process's memory. */
export interface PasswordAttempts {
  /**
   * Answers what `verify` does.
   *
   * However many come at once, no more are looked at than may be wrong: the others wait for how those end.
   * @throws Refused `limited`
   */
  try(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean>
}

export function createPasswordAttempts(now: Clock): PasswordAttempts {
  const pairs = createEventCounter(ofPair.windowMs, now)
  const addresses = createEventCounter(ofAddress.windowMs, now)
  const accounts = createEventCounter(ofAccount.windowMs, now)
  /** Those that are being looked at, for each pair, and who waits for their end. */
  const looking = new Map<string, { count: number; waiting: (() => void)[] }>()

  const enter = async (pair: string) => {
    for (;;) {
      const wrong = pairs.count(pair)
      if (wrong >= ofPair.max) throw new Refused('limited', tooManyForAccount)
      const under = looking.get(pair) ?? { count: 0, waiting: [] }
      looking.set(pair, under)
      if (wrong + under.count < ofPair.max) {
        under.count++
        return
      }
      const { waiting } = under
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  const leave = (pair: string) => {
    const under = looking.get(pair)
    if (!under) return
    under.count--
    if (under.count === 0) looking.delete(pair)
    for (const wake of under.waiting.splice(0)) wake()
  }

  return {
    async try({ account, address: from, isKnown }, verify) {
      const address = addressGroup(from)
      const pair = `${account} ${address}`
      if (addresses.count(address) >= ofAddress.max) throw new Refused('limited', tooManyFromAddress)
      if (accounts.count(account) >= ofAccount.max && !(await isKnown())) {
        throw new Refused('limited', tooManyFromEverywhere)
      }
      await enter(pair)
      try {
        const right = await verify()
        if (right) pairs.forget(pair)
        else
          for (const [counter, key] of [
            [pairs, pair],
            [addresses, address],
            [accounts, account],
          ] as const)
            counter.add(key)
        return right
      } finally {
        leave(pair)
      }
    },
  }
}

const tooManyForAccount =
  'Too many failed attempts for this account. Wait a quarter of an hour, then try again.'
const tooManyFromAddress =
  'Too many failed attempts from your network. Wait a quarter of an hour, then try again.'
const tooManyFromEverywhere =
  'Too many failed attempts for this account, from many places. For now it opens only where somebody signed in to it before. Go there, or try again in an hour.'
