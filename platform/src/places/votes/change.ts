import type { Db } from '../../foundation/database.ts'
import { findVote, hasPlayed, lockVotes, rate } from './queries.ts'
import { recount, type Vote } from './rules.ts'

/**
 * Changes a user's vote on a place, and its rating, inside the caller's transaction. Rankings count the votes of
 * users who have played there, without the owner's.
 *
 * @returns the change of both counts; undefined: the place does not exist.
 */
export async function changeVote(
  db: Db,
  { placeId, userId }: { placeId: number; userId: string },
  choose: (vote: Vote) => Vote,
): Promise<{ likes: number; dislikes: number } | undefined> {
  const place = await lockVotes(db, placeId)
  if (!place) return undefined
  const vote = await findVote(db, placeId, userId)
  const next = choose(vote)
  if (next === vote) return { likes: 0, dislikes: 0 }
  const isRanked = place.owner_id !== userId && (await hasPlayed(db, placeId, userId))
  await storeVote(db, { place_id: placeId, user_id: userId, ranked: Number(isRanked) }, next)
  await rate(db, placeId)
  return recount({ likes: 0, dislikes: 0 }, vote, next)
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
