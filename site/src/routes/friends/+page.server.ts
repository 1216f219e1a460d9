import type { Actor } from '@baseplate/platform/accounts/rules'
import { type OwnList, ownLists, viewOwnPeople, viewPlayingFriends } from '@baseplate/platform/people/door'
import type { Platform } from '@baseplate/platform/platform'
import { searchPeople } from '@baseplate/platform/search/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { friendActions } from '#lib/server/friend-actions.ts'
import { readList } from '#lib/server/read-list.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    reads: ['q', 'friends', 'incoming', 'outgoing'],
    scope: 'read',
    summary:
      'Loads the first page of all three lists, another page of one of them (`?incoming=<cursor>`), or the people whose names match `?q=`.',
  },
  ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    return readList(event, async (query) => {
      const q = query.q?.trim() ?? ''
      if (q === '') return { found: null, ...(await viewOwnLists(platform, actor, query)) }
      const found = await searchPeople(platform, actor, { q })
      return { found, friends: null, incoming: null, outgoing: null, playing: [] }
    })
  },
)

async function viewOwnLists(platform: Platform, actor: Actor, query: Record<string, string>) {
  const continued = ownLists.find((list) => list in query)
  const read = async (list: OwnList) =>
    continued && continued !== list ? null : viewOwnPeople(platform, actor, list, query[list])
  const [friends, incoming, outgoing] = await Promise.all([
    read('friends'),
    read('incoming'),
    read('outgoing'),
  ])
  // Friends to join come first, on the first page.
  return { friends, incoming, outgoing, playing: continued ? [] : await viewPlayingFriends(platform, actor) }
}

export const actions: Actions = friendActions
