import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import { type PlaceListing, readListings } from '../lists/queries.ts'
import type { PlaceRankings } from '../lists/ranking.ts'
import { findFavourites } from './queries.ts'

const favouritesPerPage = 50

/** Lists the actor's favourite places, the latest first. @throws Refused `invalid` for an unknown cursor */
export async function listFavouritePlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  actor: Actor,
  cursor?: string,
): Promise<{ places: PlaceListing[]; next: string | null }> {
  const { db } = platform
  const after = parseNumberedCursor(cursor)
  const found = await findFavourites(db, actor.id, { after, limit: favouritesPerPage + 1 })
  const { rows, next } = toPage(
    found.map(({ created, id }) => ({ created, id: String(id) })),
    favouritesPerPage,
  )
  const ids = rows.map(({ id }) => Number(id))
  return { places: await readListings(db, await platform.placeRankings.read(), ids), next }
}
