import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'friends' | 'limits' | 'privacy'> = {
  'friends.blocked_by_you': 'forbidden',
  'friends.follow_refused': 'forbidden',
  'friends.request_refused': 'forbidden',
  'limits.favourites': 'limited',
  'limits.follows': 'limited',
  'limits.friend_requests': 'limited',
  'limits.votes': 'limited',
  'privacy.not_shared': 'forbidden',
}
