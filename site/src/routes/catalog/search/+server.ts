import { searchCatalog } from '@baseplate/platform/assets/catalog/search'
import { json, redirect } from '@sveltejs/kit'
import { assetCards } from '#lib/server/cards.ts'
import type { RequestHandler } from './$types'

/** Returns search results as a JSON list for programs. Browsers are redirected to the catalog page. */
export const GET: RequestHandler = async ({ locals, url, request }) => {
  if (request.headers.get('accept')?.includes('text/html')) redirect(302, `/catalog${url.search}`)
  const { assets } = await searchCatalog(locals.platform, Object.fromEntries(url.searchParams))
  return json(await assetCards(locals.platform.db, locals.actor, assets))
}
