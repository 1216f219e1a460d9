import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'comments' | 'limits'> = {
  'comments.deleting_forbidden': 'forbidden',
  'comments.not_found': 'missing',
  'comments.refused': 'forbidden',
  'limits.comments': 'limited',
}
