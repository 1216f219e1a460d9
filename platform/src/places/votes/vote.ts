import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findPlace } from '../queries.ts'
import { mayEnter, placeNotFound } from '../rules.ts'
import { addVotes } from '../statistics/add.ts'
import { findVote, lockVoteCounts } from './queries.ts'
import { ratingOf, recount, type VoteMove, voteAfter } from './rules.ts'

/**
 * Casts or withdraws the actor's vote on a place. Repeating a vote changes nothing.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the actor is
 * moderated; `limited`.
 */
export async function voteOnPlace(
  platform: { db: Db; now: Clock; userLimits: Pick<UserLimits, 'vote'> },
  actor: Actor,
  placeId: number,
  move: VoteMove,
  privateTicket?: string,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw accountModerated()
  await platform.userLimits.vote.spend(actor.id)
  await platform.db.transaction().execute(async (db) => {
    const counts = await lockVoteCounts(db, placeId)
    if (!counts) throw placeNotFound()
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
    const votes = {
      placeId,
      likes: recounted.like_count - counts.like_count,
      dislikes: recounted.dislike_count - counts.dislike_count,
    }
    await addVotes(db, votes, platform.now())
  })
}
