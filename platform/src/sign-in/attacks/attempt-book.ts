import { hour, minute } from '@baseplate/service/clock'
import { levelOf } from './rules.ts'

/** Limits on wrong passwords (docs/reference/site-api.md#failed-sign-ins). */
export const limits = {
  /** For one account from one address. */
  pair: { max: 10, windowMs: 15 * minute },
  /** For one address and all accounts: more than a household or a school mistypes. */
  address: { max: 100, windowMs: 15 * minute },
  /** For one account and all addresses: 2,400 guesses a day without work. */
  account: { max: 100, windowMs: hour },
}

export interface PasswordAttempt {
  /** `usernameKey` of the typed name. An account with this name need not exist. */
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

/** An attempt under way. The caller reports its result with one of these functions: `drop` means that there is none. */
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
  /** Waits until an attempt that had no room may have room. */
  waitForRoom(attempt: PasswordAttempt): Promise<void>
}

/** Wrong passwords within the windows of the limits. */
export interface WrongPasswords {
  pair: number
  address: number
  account: number
}

/** Returns the level of work that an attempt takes after wrong passwords, 0 for none. */
export async function levelAfter(
  { address, account, pair }: WrongPasswords,
  isKnown: () => Promise<boolean>,
): Promise<number> {
  const ofAccount = levelOf(account, limits.account.max)
  return Math.max(
    levelOf(pair, limits.pair.max),
    levelOf(address, limits.address.max),
    ofAccount > 0 && !(await isKnown()) ? ofAccount : 0,
  )
}
