import { viewInventory } from '@baseplate/platform/assets/door'
import { assetCard } from '#lib/server/cards.ts'
import { page } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewInventory, {
  data: ({ assets, ...inventory }) => ({ ...inventory, assets: assets.map(assetCard) }),
})
