import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'exports'> = {
  'exports.being_made': 'conflict',
  'exports.not_found': 'missing',
  'exports.too_soon': 'limited',
}
