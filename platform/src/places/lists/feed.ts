import { openUseCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { published } from '../queries.ts'
import { findNewest } from './queries.ts'

/** Maximum number of entries of the feed. */
const maxPlaces = 30

/** A place in the feed of new games. */
interface FeedPlace {
  id: number
  name: string
  description: string
  owner: string | null
  published: number
  updated: number
}

export const listNewestPlaces = openUseCase(
  { summary: 'The newest public games.', scope: 'read', input: noInput },
  async ({ db }: { db: Db }): Promise<FeedPlace[]> => {
    const ids = (await findNewest(db, { limit: maxPlaces })).map(({ id }) => id)
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
  },
)
