import type { Actor } from '../../accounts/rules.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { findFavourites, findWishes } from '../favourites/queries.ts'
import { type AssetListing, readListings } from './queries.ts'

const favouritesPerPage = 50

/**
 * Lists the actor's favourite assets, the latest first.
 *
 * @param wished lists the actor's wish list instead, without assets that the actor owns.
 * @throws Refused `invalid` for an unknown cursor
 */
export async function listFavouriteAssets(
  { db }: { db: Db },
  actor: Actor,
  { cursor, wished }: { cursor?: string | undefined; wished: boolean },
): Promise<{ assets: AssetListing[]; next: string | null }> {
  const after = parseNumberedCursor(cursor)
  const find = wished ? findWishes : findFavourites
  const found = await find(db, actor.id, { after, limit: favouritesPerPage + 1 })
  const { rows, next } = toPage(
    found.map(({ created, id }) => ({ created, id: String(id) })),
    favouritesPerPage,
  )
  const ids = rows.map(({ id }) => Number(id))
  return { assets: await readListings(db, ids), next }
}
