import type { Actor } from '../../accounts/rules.ts'
import { type AssetListing, findOwned, readListings } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { findWorn } from '../queries.ts'
import { costOf, isMissing, isUnavailable } from './rules.ts'

/** The worn items of a user, offered to a viewer who may buy and wear them. */
export interface OfferedLook {
  items: (AssetListing & { owned: boolean })[]
  /** Number of items that the viewer does not own and can buy. */
  missing: number
  /** Number of items that the viewer neither owns nor can buy. */
  unavailable: number
  /** Sum of the prices of the missing items, in micro-units. */
  price: number
}

/** Returns the look of a user: the worn items, and the price that the viewer would pay for them. */
export async function viewOfferedLook(
  db: Db,
  viewer: Pick<Actor, 'id'>,
  userId: string,
): Promise<OfferedLook> {
  const ids = (await findWorn(db, userId)).map(({ id }) => id)
  const [listings, owned] = await Promise.all([readListings(db, ids), findOwned(db, viewer.id, ids)])
  const items = listings.map((item) => ({ ...item, owned: owned.has(item.id) }))
  return {
    items,
    missing: items.filter(isMissing).length,
    unavailable: items.filter(isUnavailable).length,
    price: costOf(items),
  }
}
