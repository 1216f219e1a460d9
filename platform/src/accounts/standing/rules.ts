import { Refused } from '../../foundation/errors.ts'

export const standingTypes = ['Warning', 'Ban', 'Termination'] as const

export type StandingType = (typeof standingTypes)[number]

/** Returns whether a value of a filter names a type of action. */
export const isStandingType = (value: string): value is StandingType =>
  standingTypes.some((type) => type === value)

/** The moderation action in force against an account, as its owner sees it. */
export interface Standing {
  type: StandingType
  reason: string
  /** Unix milliseconds. */
  since: number
  /** Unix milliseconds; null: never. */
  expires: number | null
  /** Counts up from 1 for each account. */
  number: number
}

/** Columns of the open moderation action against a user, which may have expired. Nulls: there is none. */
export interface OpenAction {
  type: StandingType | null
  reason: string | null
  since: number | null
  until: number | null
  number: number | null
}

/** Returns the standing of the user of an open action. Null: in good standing. */
export function standingOf({ type, reason, since, until, number }: OpenAction, now: number): Standing | null {
  if (type === null || reason === null || since === null || number === null) return null
  return isInForce({ expires: until }, now) ? { type, reason, since, expires: until, number } : null
}

/** Returns whether an action that nothing has ended is in force. It expires in the millisecond that it states. */
export const isInForce = (action: { expires: number | null }, now: number) =>
  action.expires === null || action.expires > now

/** The refusal of a user with a moderation action in force. */
export const accountModerated = () => new Refused('accounts.moderated')
