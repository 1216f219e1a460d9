import { searchPeople } from '@baseplate/platform/search/search-people'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** The search field asks this address for its suggestions, too, as a program. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  return searchPeople(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}
