import type { Actor } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'

/** Relation of a viewer to a user (docs/reference/site-api.md#profile). */
export interface Relation {
  /** The viewer follows this user. */
  follower: boolean
  /** This user follows the viewer. */
  following: boolean
  friends: boolean
  /** This user has sent the viewer a friend request. */
  incomingRequest: boolean
  /** The viewer has sent this user a friend request. */
  outgoingRequest: boolean
}

/** Returns the key of the pair's row in `friendships`. */
export const pairOf = (oneId: string, otherId: string) =>
  oneId < otherId ? { low_id: oneId, high_id: otherId } : { low_id: otherId, high_id: oneId }

/** @throws Refused `invalid` */
export function refuseSelf(actor: Actor, user: { id: string }): void {
  if (actor.id === user.id) throw new Refused('friends.self')
}

/**
 * Refuses what a block forbids. A blocked user gets the same message as one whom a privacy setting keeps out.
 *
 * @throws Refused `forbidden`
 */
export function refuseBlocked(
  marks: { blocked: boolean; blockedBy: boolean },
  refusal: 'friends.follow_refused' | 'friends.request_refused',
): void {
  if (marks.blocked) throw new Refused('friends.blocked_by_you')
  if (marks.blockedBy) throw new Refused(refusal)
}
