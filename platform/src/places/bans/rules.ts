import { day } from '@baseplate/service/clock'
import { isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import type { PlainCode } from '../../foundation/problem.ts'

/** Ten years. */
export const maxBanDays = 3_650

export const bansPerPage = 50

/** A ban as its player sees it. */
export interface Ban {
  reason: string
  /** Unix milliseconds; null: for ever. */
  expires: number | null
}

/** Returns the end of a ban. @param days 0: it has no end */
export const banExpiry = (days: number, now: number): number | null => (days === 0 ? null : now + days * day)

export const banned = ({ reason }: Pick<Ban, 'reason'>) => new Refused('places.banned', { reason })

/** Returns why nobody can kick or ban a user from a place; undefined: the place's makers can. */
export function whyNotRemove(
  place: { owner_id: string },
  user: { id: string; permissionLevel: number },
): PlainCode | undefined {
  if (user.id === place.owner_id) return 'places.removing_owner'
  // Moderators look into games after reports, and must be able to return.
  return isModerator(user) ? 'places.removing_staff' : undefined
}
