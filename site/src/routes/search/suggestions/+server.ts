import { slugOf } from '@baseplate/platform/foundation/slug'
import { suggest } from '@baseplate/platform/search/suggest'
import { json } from '@sveltejs/kit'
import { smallThumbnail } from '#lib/catalog/small-thumbnail.ts'
import { artAddress } from '#lib/components/place-art.ts'
import { cardPictureAddress } from '#lib/components/place-picture.ts'
import { type SearchResults, suggestionsOf } from '#lib/search/suggestions.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Suggests people, games and items with their pictures, and groups, while the viewer types a search. */
export const GET: RequestHandler = async (event) => {
  const { platform } = asActor(event)
  const { users, places, assets, groups } = await suggest(platform, queryOf(event))
  const found: SearchResults = {
    users,
    places: places.map((place) => ({
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      picture: cardPictureAddress(place) ?? artAddress(place.id, 'square'),
    })),
    assets: assets.map((asset) => ({
      id: asset.id,
      name: asset.name,
      slug: slugOf(asset.name),
      picture: smallThumbnail(asset),
    })),
    groups: groups.map(({ name }) => ({ name })),
  }
  return json({ suggestions: suggestionsOf(found) }, { headers: { 'cache-control': 'private, no-store' } })
}
