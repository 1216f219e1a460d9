import type { Db } from '../../foundation/database.ts'
import { published } from '../queries.ts'
import { findNewest } from './queries.ts'

/** A place in the feed of new games. */
interface FeedPlace {
  id: number
  name: string
  description: string
  owner: string | null
  published: number
  updated: number
}

/** Lists the newest places that everybody may see. */
export async function listNewestPlaces({ db }: { db: Db }, limit: number): Promise<FeedPlace[]> {
  const ids = (await findNewest(db, { limit })).map(({ id }) => id)
  if (ids.length === 0) return []
  return db
    .selectFrom('places')
    .leftJoin('users', 'users.id', 'places.owner_id')
    .select(['places.id', 'places.name', 'places.description', published, 'places.updated'])
    .select('users.username as owner')
    .where('places.id', 'in', ids)
    .orderBy('places.published', 'desc')
    .orderBy('places.id', 'desc')
    .execute()
}
