import { viewInventory } from '@baseplate/platform/assets/catalog/inventory'
import { asActor } from '#lib/server/as-actor.ts'
import { assetCard } from '#lib/server/cards.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const input = queryOf(event)
  const { assets, ...inventory } = await viewInventory(platform, actor, input)
  return {
    ...inventory,
    assets: assets.map(assetCard),
  }
}
