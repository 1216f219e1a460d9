import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'badges'> = {
  'badges.disabled': 'conflict',
  'badges.not_found': 'missing',
  'badges.player_elsewhere': 'conflict',
  'badges.too_many': 'conflict',
}
