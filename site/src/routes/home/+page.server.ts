import { listPlacesOf, listPublicPlaces } from '@baseplate/platform/places/queries'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** One row of cards. */
const shown = 8

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { db, now, placeRankings } = event.locals.platform
  const [own, popular] = await Promise.all([
    listPlacesOf(db, now(), actor.id),
    listPublicPlaces(db, await placeRankings.read(), { limit: shown, offset: 0 }),
  ])
  return { own: own.map(placeItem), popular: popular.map(placeItem) }
}
