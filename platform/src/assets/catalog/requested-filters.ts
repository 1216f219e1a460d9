import { findUserId } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { CatalogFilters } from '../input.ts'
import type { Filters } from './filters.ts'

/** Resolves the filters of a request. An unknown creator has no items. Visitors own nothing, so `owned` does not filter. */
export async function requestedFilters(
  db: Db,
  viewer: Actor | null,
  { type, min, max, free, owned, creator }: CatalogFilters,
): Promise<Filters> {
  return {
    type,
    minPrice: free ? 0 : min,
    maxPrice: free ? 0 : max,
    ...(creator !== undefined && { creatorId: await findUserId(db, creator) }),
    ...(owned && viewer && { ownerId: viewer.id }),
  }
}
