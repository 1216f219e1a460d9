import { permissionLevel } from '../../accounts/rules.ts'
import { isInForce, type Standing, type StandingType } from '../../accounts/standing/rules.ts'
import { day } from '../../foundation/clock.ts'

/** In characters. */
export const maxReasonLength = 1_000

/** In characters: of notes, appeals and answers to them. */
export const maxTextLength = 1_000

/** Ten years. */
export const maxBanDays = 3_650

/** As many actions as a page of those in force shows, and accounts as a search does. */
export const perPage = 50

interface LevelChange {
  from: number
  to: number
  /** Whether something is in force against the account. */
  moderated: boolean
  otherAdministrators: number
}

/**
 * Why an account cannot have another level; undefined: it can. There is always an administrator, and none is moderated:
 * nobody could lift it, being of no higher level.
 */
export function whyNotLevel({ from, to, moderated, otherAdministrators }: LevelChange): string | undefined {
  const { administrator } = permissionLevel
  if (from === administrator && to !== administrator && otherAdministrators === 0)
    return 'This is the only administrator. Make somebody else one first.'
  if (to === administrator && moderated)
    return 'This account is moderated. Lift that before you make it an administrator.'
  return undefined
}

export const expiryOf = (days: number | null, now: number): number | null =>
  days === null ? null : now + days * day

interface Action {
  expires: number | null
  ended: number | null
  ending: string | null
}

/** How and when an action has ended; null while it is in force. A ban ends by itself, whether or not its row says so yet. */
export function endOf(action: Action, now: number): { ended: number; ending: string } | null {
  if (action.ended !== null) return { ended: action.ended, ending: action.ending ?? 'Expired' }
  if (action.expires === null || isInForce(action, now)) return null
  return { ended: action.expires, ending: 'Expired' }
}

/** What of an action the audit log keeps. */
export const noted = ({
  type,
  reason,
  note,
  expires,
}: Pick<Standing, 'type' | 'reason' | 'expires'> & { note: string }) => ({
  type,
  reason,
  ...(note !== '' && { note }),
  expires,
})

/** A warning is read, and over: there is nothing to be let back into. */
export const mayAppeal = (type: StandingType): boolean => type !== 'Warning'
