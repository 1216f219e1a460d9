import { slugOf } from '@baseplate/platform/foundation/slug'
import { suggest } from '@baseplate/platform/search/door'
import { json } from '@sveltejs/kit'
import { smallThumbnail } from '#lib/catalog/small-thumbnail.ts'
import { artAddress } from '#lib/components/place-art.ts'
import { cardPictureAddress } from '#lib/components/place-picture.ts'
import { type SearchResults, suggestionsOf } from '#lib/search/suggestions.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(suggest, ({ users, places, assets, groups }) => {
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
})
