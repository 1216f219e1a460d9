import type { Actor } from '@baseplate/platform/accounts/rules'
import { type AssetListing, findOwned } from '@baseplate/platform/assets/door'
import { slugOf } from '@baseplate/platform/foundation/slug'
import type { PlaceListing } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'

/** A place as its card shows it. */
export const placeCard = <Place extends PlaceListing>(place: Place) => ({
  ...place,
  slug: slugOf(place.name),
  ownerUsername: place.ownerUsername ?? '',
})

/** An asset as its card shows it. */
export const assetCard = <Asset extends { name: string; creatorUsername: string | null }>(asset: Asset) => ({
  ...asset,
  slug: slugOf(asset.name),
  creatorUsername: asset.creatorUsername ?? '',
})

/** Assets as their cards show them, marked when the viewer owns them. */
export async function assetCards(db: Platform['db'], viewer: Actor | null, assets: readonly AssetListing[]) {
  const ids = assets.map(({ id }) => id)
  const owned = viewer ? await findOwned(db, viewer.id, ids) : new Set()
  return assets.map((asset) => ({ ...assetCard(asset), owned: owned.has(asset.id) }))
}
