import type { Db } from '../../foundation/database.ts'

/** Stores the private ticket that a user joins a place with, so that the user finds the way back. */
export const keepPrivateLink = (db: Db, userId: string, placeId: number, ticket: string) =>
  db
    .insertInto('private_links')
    .values({ user_id: userId, place_id: placeId, ticket })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_id']).doUpdateSet({ ticket }))
    .execute()

/** Returns the private tickets of a user that still open their place, by the id of the place. */
export async function findPrivateLinks(
  db: Db,
  userId: string,
  placeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (placeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('private_links')
    .innerJoin('places', 'places.id', 'private_links.place_id')
    .select(['private_links.place_id', 'private_links.ticket'])
    .where('private_links.user_id', '=', userId)
    .where('private_links.place_id', 'in', placeIds)
    .whereRef('places.private_ticket', '=', 'private_links.ticket')
    .where('places.private_server', '=', 1)
    .execute()
  return new Map(rows.map(({ place_id, ticket }) => [place_id, ticket]))
}
