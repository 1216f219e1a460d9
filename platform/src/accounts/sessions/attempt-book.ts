import { hour, minute } from '../../foundation/clock.ts'
import { levelOf } from '../attacks/rules.ts'

/** Limit on wrong passwords for one account from one address (docs/reference/site-api.md#failed-sign-ins). */
export const pairLimit = { max: 10, windowMs: 15 * minute }

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
  /** Field `work` of the request. */
  work: string | undefined
}

/** An attempt that may have to be paid for with work. */
export interface PayableAttempt extends PasswordAttempt {
  /** Takes the work of a level, once for the attempt. @throws WorkRequired without it. */
  pay(level: number): Promise<void>
}

/** An attempt under way. One of its functions is called with the result; `drop` when there is none. */
export interface StartedAttempt {
  right(): Promise<void>
  wrong(): Promise<void>
  drop(): Promise<void>
}

/** The wrong passwords so far, and the attempts that may become wrong ones. */
export interface AttemptBook {
  /**
   * Starts an attempt. Returns undefined while the attempts under way might use up the limit of the pair.
   *
   * @throws WorkRequired beyond a limit.
   */
  start(attempt: PayableAttempt): Promise<StartedAttempt | undefined>
  /** Waits until an attempt that had no room may have one. */
  room(attempt: PasswordAttempt): Promise<void>
}

/** Wrong passwords within the windows of the limits. */
export interface WrongPasswords {
  pair: number
  address: number
  account: number
}

/** Starts of the windows that count now, in Unix milliseconds. */
export const windowsAt = (now: number) => ({
  pair: now - pairLimit.windowMs,
  address: now - addressLimit.windowMs,
  account: now - accountLimit.windowMs,
})

/** Returns the level of work that an attempt takes after wrong passwords, 0 for none. */
export async function levelAfter(
  { address, account, pair }: WrongPasswords,
  isKnown: () => Promise<boolean>,
): Promise<number> {
  const ofAccount = levelOf(account, accountLimit.max)
  return Math.max(
    levelOf(pair, pairLimit.max),
    levelOf(address, addressLimit.max),
    ofAccount > 0 && !(await isKnown()) ? ofAccount : 0,
  )
}
