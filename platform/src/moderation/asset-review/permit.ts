import type { Actor } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { mayReview } from './rules.ts'

/** @throws Refused `forbidden` below level 3 */
export function permitReviewing(actor: Actor): void {
  if (!mayReview(actor)) throw new Refused('forbidden', 'You cannot review assets')
}
