import { openUseCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { findListed } from './queries.ts'

/** An item in the feed of new items. */
interface FeedAsset {
  id: number
  name: string
  description: string
  creator: string | null
  created: number
  updated: number
}

/** Maximum number of items in the feed. */
const feedLength = 30

export const listNewestAssets = openUseCase(
  { summary: 'Lists the newest items of the catalog.', scope: 'read', input: noInput },
  async ({ db }: { db: Db }): Promise<FeedAsset[]> => {
    const ids = (await findListed(db, { sort: 'new' }, { offset: 0, limit: feedLength })).map(({ id }) => id)
    if (ids.length === 0) return []
    return db
      .selectFrom('assets')
      .leftJoin('users', 'users.id', 'assets.creator_id')
      .select(['assets.id', 'assets.name', 'assets.description', 'assets.created'])
      .select('assets.description_updated as updated')
      .select('users.username as creator')
      .where('assets.id', 'in', ids)
      .orderBy('assets.created', 'desc')
      .orderBy('assets.id', 'desc')
      .execute()
  },
)
