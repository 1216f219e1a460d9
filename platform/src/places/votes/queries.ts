import type { Db } from '../../database.ts'
import type { Vote, VoteCounts } from './rules.ts'

export const findVote = async (db: Db, placeId: number, userId: string): Promise<Vote> => {
  const own = await db
    .selectFrom('place_votes')
    .select('vote')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own?.vote ?? 0
}

/** Locks the place's row until the transaction ends, so that votes on one place run one after the other. */
export const lockVoteCounts = (db: Db, placeId: number): Promise<VoteCounts | undefined> =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ like_count: ref('like_count') }))
    .where('id', '=', placeId)
    .returning(['like_count', 'dislike_count'])
    .executeTakeFirst()
