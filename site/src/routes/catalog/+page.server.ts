import type { Actor } from '@baseplate/platform/accounts/rules'
import { catalogInput, countListed, listCatalog, searchCorrected } from '@baseplate/platform/assets/door'
import type { Platform } from '@baseplate/platform/platform'
import { assetCards } from '#lib/server/cards.ts'
import { handles } from '#lib/server/operation.ts'
import { readList } from '#lib/server/read-list.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'read',
    summary: 'Lists the catalog, or the results of a search in it. Both are public.',
    input: catalogInput,
  },
  (event: PageServerLoadEvent) => {
    const { platform, actor } = event.locals
    const read = async (query: Record<string, string>) => {
      if (query.q?.trim()) return search(platform, actor, query)
      return list(platform, actor, query)
    }
    return readList(event, read, ['q', 'min', 'max', 'creator'])
  },
)

async function search(platform: Platform, actor: Actor | null, query: Record<string, string>) {
  const { q, corrected, page, assets, more } = await searchCorrected(platform, actor, query)
  const { sort = null, type } = query
  return {
    assets: await assetCards(platform.db, actor, assets),
    pages: more ? page + 1 : page,
    page,
    sort: sort || null,
    type: type ? Number(type) : null,
    types: (await countListed(platform.db)).map(({ type }) => type),
    q,
    corrected,
    /** Whether the number of pages is unknown. */
    open: true as const,
  }
}

async function list(platform: Platform, actor: Actor | null, query: Record<string, string>) {
  const { assets, type, filtered = false, ...catalog } = await listCatalog(platform, actor, query)
  return {
    assets: await assetCards(platform.db, actor, assets),
    ...catalog,
    type: type ?? null,
    q: '',
    corrected: null,
    open: filtered,
  }
}
