import { listGroups } from '@baseplate/platform/people/groups/list'
import { listGroupsOf } from '@baseplate/platform/people/groups/queries'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { PageServerLoad } from './$types'

/** The user's own groups appear above the first page, unless there is a search. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  return readList(event, async (query) => {
    const [list, own] = await Promise.all([listGroups(platform, query), listGroupsOf(platform.db, actor.id)])
    return { ...list, own: list.q === '' && query.cursor === undefined ? own : [] }
  })
}
