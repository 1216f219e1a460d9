import { searchCatalog } from '@baseplate/platform/assets/door'
import { json, redirect } from '@sveltejs/kit'
import { assetCards } from '#lib/server/cards.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestEvent, RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    ...operationWith(searchCatalog),
    summary:
      'Returns search results as a JSON list for programs. Browsers are redirected to the catalog page.',
  },
  async (event: RequestEvent) => {
    const { locals, url, request } = event
    if (request.headers.get('accept')?.includes('text/html')) redirect(302, `/catalog${url.search}`)
    const { platform, actor } = locals
    const { assets } = await searchCatalog(platform, actor, queryOf(event))
    return json(await assetCards(platform.db, actor, assets))
  },
)
