import type { Db } from '../../foundation/database.ts'
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

/** Lists the newest items of the catalog. */
export async function listNewestAssets({ db }: { db: Db }, limit: number): Promise<FeedAsset[]> {
  const ids = (await findListed(db, { sort: 'new' }, { offset: 0, limit })).map(({ id }) => id)
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
}
