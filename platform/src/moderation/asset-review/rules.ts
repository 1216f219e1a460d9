import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { minute } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'

/** How long a claim lasts after the reviewer's last action in the queue. */
export const claimMs = 10 * minute

/** Maximum number of claims of a reviewer who claims the next assets of the queue. */
export const claimsAtOnce = 5

/** Positions in the queue are counted up to this one, so that a long queue costs no more. */
export const countedPositions = 1_000

const mayReview = (actor: Actor): boolean => actor.permissionLevel >= permissionLevel.catalogManager

interface Hold {
  holder_id: string
  until: number
}

/** Whether another reviewer has claimed the asset. */
export const isClaimedByAnother = (actor: Actor, hold: Hold | undefined, now: number): boolean =>
  hold !== undefined && hold.holder_id !== actor.id && hold.until > now

/** @throws Refused `forbidden` below level 3 */
export function permitReviewing(actor: Actor): void {
  if (!mayReview(actor)) throw new Refused('review.forbidden')
}
