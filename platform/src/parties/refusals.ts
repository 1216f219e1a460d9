import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'parties'> = {
  'parties.already_in_one': 'conflict',
  'parties.friends_only': 'forbidden',
  'parties.full': 'conflict',
  'parties.member_already': 'conflict',
  'parties.not_a_member': 'conflict',
  'parties.not_found': 'missing',
  'parties.refused': 'forbidden',
  'parties.too_few_seats': 'conflict',
}
