import { day } from '@baseplate/service/clock'
import { permissionLevel } from '../../accounts/rules.ts'
import { isInForce, type Standing } from '../../accounts/standing/rules.ts'
import type { PlainCode } from '../../foundation/problem.ts'

/** In characters. */
export const maxReasonLength = 1_000

/** Maximum characters of a note, an appeal or an answer. */
export const maxTextLength = 1_000

/** Ten years. */
export const maxBanDays = 3_650

/** Rows of one page of accounts, actions in force or appeals. */
export const perPage = 50

interface LevelChange {
  from: number
  to: number
  /** Whether an action is in force against the account. */
  moderated: boolean
  otherAdministrators: number
}

/**
 * Returns why an account cannot have another level, or undefined if it can. An administrator always remains. Administrators are
 * not moderated, because nobody of a higher level could lift the action.
 */
export function whyNotLevel({
  from,
  to,
  moderated,
  otherAdministrators,
}: LevelChange): PlainCode | undefined {
  const { administrator } = permissionLevel
  if (from === administrator && to !== administrator && otherAdministrators === 0)
    return 'accounts.last_administrator'
  if (to === administrator && moderated) return 'accounts.moderated_administrator'
  return undefined
}

export const expiryOf = (days: number | null, now: number): number | null =>
  days === null ? null : now + days * day

interface Action {
  expires: number | null
  ended: number | null
  ending: string | null
}

/** Returns how and when an action ended; null while it is in force. An expired ban has ended even if its row does not say so yet. */
export function endOf(action: Action, now: number): { ended: number; ending: string } | null {
  if (action.ended !== null) return { ended: action.ended, ending: action.ending ?? 'Expired' }
  if (action.expires === null || isInForce(action, now)) return null
  return { ended: action.expires, ending: 'Expired' }
}

/** The details of an action that the audit log stores. */
export const auditDetails = ({
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
