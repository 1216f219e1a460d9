import type { Db } from '../../foundation/database.ts'
import { ratingOf, type Vote } from './rules.ts'

/** Finds a user's vote on a place. */
export async function findVote(db: Db, placeId: number, userId: string): Promise<Vote> {
  const own = await db
    .selectFrom('place_votes')
    .select('vote')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own?.vote ?? 0
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
export const lockVotes = (db: Db, placeId: number) =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ like_count: ref('like_count') }))
    .where('id', '=', placeId)
    .returning('owner_id')
    .executeTakeFirst()

/** Rates a place by the votes that rankings count, in the transaction that changes them. */
export async function rate(db: Db, placeId: number): Promise<void> {
  const counts = await db
    .selectFrom('places')
    .select(['ranked_likes as likes', 'ranked_dislikes as dislikes'])
    .where('id', '=', placeId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('places')
    .set({ rating: ratingOf(counts) })
    .where('id', '=', placeId)
    .execute()
}
