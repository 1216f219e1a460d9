import type { Db } from '../../foundation/database.ts'
import { findVote, hasPlayed, lockVoteCounts } from './queries.ts'
import { ratingOf, recount, type Vote } from './rules.ts'

/**
 * Changes a user's vote on a place, its counts and its rating, inside the caller's transaction. Rankings count the votes of
 * users who have played there, without the owner's.
 *
 * @returns the change of both counts; undefined: the place does not exist.
 */
export async function changeVote(
  db: Db,
  { placeId, userId }: { placeId: number; userId: string },
  choose: (vote: Vote) => Vote,
): Promise<{ likes: number; dislikes: number } | undefined> {
  const place = await lockVoteCounts(db, placeId)
  if (!place) return undefined
  const { vote, ranked } = await findVote(db, placeId, userId)
  const next = choose(vote)
  if (next === vote) return { likes: 0, dislikes: 0 }
  const isRanked = place.owner_id !== userId && (await hasPlayed(db, placeId, userId))
  await storeVote(db, { place_id: placeId, user_id: userId, ranked: Number(isRanked) }, next)
  const before = { likes: place.like_count, dislikes: place.dislike_count }
  const counts = recount(before, vote, next)
  const rankedCounts = recount(
    { likes: place.ranked_likes, dislikes: place.ranked_dislikes },
    ranked ? vote : 0,
    isRanked ? next : 0,
  )
  await db
    .updateTable('places')
    .set({
      like_count: counts.likes,
      dislike_count: counts.dislikes,
      ranked_likes: rankedCounts.likes,
      ranked_dislikes: rankedCounts.dislikes,
      rating: ratingOf(rankedCounts),
    })
    .where('id', '=', placeId)
    .execute()
  return { likes: counts.likes - before.likes, dislikes: counts.dislikes - before.dislikes }
}

const storeVote = (db: Db, row: { place_id: number; user_id: string; ranked: number }, vote: Vote) =>
  vote === 0
    ? db
        .deleteFrom('place_votes')
        .where('place_id', '=', row.place_id)
        .where('user_id', '=', row.user_id)
        .execute()
    : db
        .insertInto('place_votes')
        .values({ ...row, vote })
        .onConflict((conflict) =>
          conflict.columns(['place_id', 'user_id']).doUpdateSet({ vote, ranked: row.ranked }),
        )
        .execute()
