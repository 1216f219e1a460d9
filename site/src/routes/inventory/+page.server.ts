import { viewInventory } from '@baseplate/platform/assets/inventory/inventory'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const input = Object.fromEntries(event.url.searchParams)
  const { assets, ...inventory } = await viewInventory(event.locals.platform, actor, input)
  return {
    ...inventory,
    assets: assets.map((asset) => ({
      ...asset,
      slug: slugOf(asset.name),
      creatorUsername: asset.creatorUsername ?? '',
    })),
  }
}
