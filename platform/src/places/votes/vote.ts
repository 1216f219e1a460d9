import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findPlace, findVote } from '../queries.ts'
import { mayEnter } from '../rules.ts'
import { ratingOf, recount, type VoteCounts, type VoteMove, voteAfter } from './rules.ts'

/**
 * The actor votes on the place, or takes the vote back. Whoever votes as they have voted already changes nothing.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the actor is
 * moderated; `limited`.
 */
export async function voteOnPlace(
  platform: { db: Db; userLimits: Pick<UserLimits, 'vote'> },
  actor: Actor,
  placeId: number,
  move: VoteMove,
  privateTicket?: string,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw new Refused('missing', 'Place not found')
  if (actor.standing) throw new Refused('forbidden', 'Your account is moderated')
  await platform.userLimits.vote.spend(actor.id)
  await platform.db.transaction().execute(async (db) => {
    const counts = await takeVoteCounts(db, placeId)
    if (!counts) throw new Refused('missing', 'Place not found')
    const vote = await findVote(db, placeId, actor.id)
    const next = voteAfter(vote, move)
    if (next === vote) return
    if (next === 0) {
      await db
        .deleteFrom('place_votes')
        .where('place_id', '=', placeId)
        .where('user_id', '=', actor.id)
        .execute()
    } else {
      await db
        .insertInto('place_votes')
        .values({ place_id: placeId, user_id: actor.id, vote: next })
        .onConflict((conflict) => conflict.columns(['place_id', 'user_id']).doUpdateSet({ vote: next }))
        .execute()
    }
    const recounted = recount(counts, vote, next)
    await db
      .updateTable('places')
      .set({ ...recounted, rating: ratingOf(recounted) })
      .where('id', '=', placeId)
      .execute()
  })
}

/** Holds the place's row until the transaction is over: votes on one place come one after the other. */
const takeVoteCounts = (db: Db, placeId: number): Promise<VoteCounts | undefined> =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ like_count: ref('like_count') }))
    .where('id', '=', placeId)
    .returning(['like_count', 'dislike_count'])
    .executeTakeFirst()
