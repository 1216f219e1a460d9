import type { Actor } from '@baseplate/platform/accounts/rules'
import { type AssetListing, findOwned } from '@baseplate/platform/assets/catalog/list-queries'
import type { Db } from '@baseplate/platform/database'
import { slugOf } from '@baseplate/platform/foundation/slug'

/** Assets as their cards show them to whoever looks. */
export async function catalogItems(db: Db, viewer: Actor | null, assets: readonly AssetListing[]) {
  const owned = viewer
    ? await findOwned(
        db,
        viewer.id,
        assets.map(({ id }) => id),
      )
    : new Set()
  return assets.map((asset) => ({
    ...asset,
    slug: slugOf(asset.name),
    creatorUsername: asset.creatorUsername ?? '',
    owned: owned.has(asset.id),
  }))
}
