import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { listPublicPlacesOf, type PlaceListing } from './listings.ts'

/** Maximum number of places: whole rows of two or three on pages. */
const shown = 6

/** Lists the newest other public places of a place's maker. */
export async function listMoreBy(
  { db, now }: { db: Db; now: Clock },
  place: { id: number; ownerUser: { id: string } | null },
): Promise<PlaceListing[]> {
  if (!place.ownerUser) return []
  const places = await listPublicPlacesOf(db, now(), place.ownerUser.id)
  return places.filter(({ id }) => id !== place.id).slice(0, shown)
}
