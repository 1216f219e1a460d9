import type { Db } from '../../foundation/database.ts'
import { type AssetListing, findListed, findListedBy, readListings } from './queries.ts'

const shown = 6

/** Returns other items for the page of an item: best-selling ones of its type, and the newest ones of its creator. */
export async function viewNeighbours(
  db: Db,
  asset: { id: number; type: number; creatorId: string | null },
): Promise<{ related: AssetListing[]; byCreator: AssetListing[] }> {
  const byCreator = asset.creatorId === null ? [] : await findListedBy(db, asset.creatorId, shown + 1)
  const best = (
    await findListed(db, { sort: 'sold', type: asset.type }, { offset: 0, limit: 2 * shown + 1 })
  ).map(({ id }) => id)
  const own = new Set([asset.id, ...byCreator])
  const related = best.filter((id) => !own.has(id)).slice(0, shown)
  const others = byCreator.filter((id) => id !== asset.id).slice(0, shown)
  const listings = await readListings(db, [...related, ...others])
  const among = (ids: readonly number[]) => listings.filter(({ id }) => ids.includes(id))
  return { related: among(related), byCreator: among(others) }
}
