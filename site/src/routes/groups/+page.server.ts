import { listGroups } from '@baseplate/platform/people/groups/list'
import { listGroupsOf } from '@baseplate/platform/people/groups/queries'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** One's own groups stand above the list, where nothing is searched for. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const input = Object.fromEntries(event.url.searchParams)
  const [list, own] = await Promise.all([listGroups(platform, input), listGroupsOf(platform.db, actor.id)])
  return { ...list, own: list.q === '' && input.cursor === undefined ? own : [] }
}
