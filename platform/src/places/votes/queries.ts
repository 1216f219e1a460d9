import type { Db } from '../../foundation/database.ts'
import type { Vote } from './rules.ts'

/** Finds a user's vote on a place, and whether rankings count it. */
export const findVote = async (
  db: Db,
  placeId: number,
  userId: string,
): Promise<{ vote: Vote; ranked: boolean }> => {
  const own = await db
    .selectFrom('place_votes')
    .select(['vote', 'ranked'])
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { vote: own?.vote ?? 0, ranked: own?.ranked === 1 }
}

/** Whether a user has ever played in a place. */
export const hasPlayed = async (db: Db, placeId: number, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('place_players')
    .select('visits')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Finds a user's vote on a place, and whether it is one of their favourites, in one statement. */
export async function findOpinion(
  db: Db,
  placeId: number,
  userId: string,
): Promise<{ vote: Vote; favourited: boolean }> {
  const of = (table: 'place_votes' | 'place_favourites') =>
    db.selectFrom(table).where('place_id', '=', placeId).where('user_id', '=', userId)
  const { vote, favourite } = await db
    .selectNoFrom([
      of('place_votes').select('vote').as('vote'),
      of('place_favourites').select('place_id').as('favourite'),
    ])
    .executeTakeFirstOrThrow()
  return { vote: vote ?? 0, favourited: favourite !== null }
}

/** Locks the place's row until the transaction ends, so that votes on one place run one after the other. */
export const lockVoteCounts = (db: Db, placeId: number) =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ like_count: ref('like_count') }))
    .where('id', '=', placeId)
    .returning(['owner_id', 'like_count', 'dislike_count', 'ranked_likes', 'ranked_dislikes'])
    .executeTakeFirst()
