import { listCatalog } from '@baseplate/platform/assets/catalog/list'
import { countListed } from '@baseplate/platform/assets/catalog/queries'
import { searchCorrected } from '@baseplate/platform/assets/catalog/search-corrected'
import { queryIn } from '#lib/catalog/filters.ts'
import { assetCards } from '#lib/server/cards.ts'
import type { PageServerLoad } from './$types'

/** Lists the catalog, or the results of a search in it. Both are public. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const { platform, actor } = locals
  const input = Object.fromEntries(url.searchParams)
  if (input.q?.trim()) {
    const { q, corrected, page, assets, more } = await searchCorrected(platform, input, actor)
    const items = await assetCards(platform.db, actor, assets)
    const { sort = null, type } = queryIn(url.searchParams)
    return {
      assets: items,
      pages: more ? page + 1 : page,
      page,
      sort,
      type: type === undefined ? null : Number(type),
      types: (await countListed(platform.db)).map(({ type }) => type),
      q,
      corrected,
      /** Whether the number of pages is unknown. */
      open: true,
    }
  }
  const { assets, type, filtered = false, ...list } = await listCatalog(platform, input, actor)
  return {
    assets: await assetCards(platform.db, actor, assets),
    ...list,
    type: type ?? null,
    q: '',
    corrected: null,
    open: filtered,
  }
}
