import { type RequestEvent, redirect } from '@sveltejs/kit'

/**
 * Returns the data of a page of a game. At an address with another name of the game, redirects to the right one.
 *
 * @param page the rest of the address
 */
export function underSlug<Found extends { id: number; slug: string }>(
  { params, url }: Pick<RequestEvent<{ name?: string }>, 'params' | 'url'>,
  found: Found,
  page: string,
): Found {
  if (params.name !== found.slug) redirect(302, `/place/${found.id}/${found.slug}/${page}${url.search}`)
  return found
}
