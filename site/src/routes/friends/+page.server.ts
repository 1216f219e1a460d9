import { type OwnList, ownLists, viewOwnPeople } from '@baseplate/platform/people/profiles/people'
import { viewPlayingFriends } from '@baseplate/platform/people/profiles/playing-friends'
import { searchPeople } from '@baseplate/platform/search/search-people'
import { asActor } from '#lib/server/as-actor.ts'
import { friendActions } from '#lib/server/friend-actions.ts'
import type { Actions, PageServerLoad } from './$types'

/**
 * Loads the first page of all three lists, another page of one of them (`?incoming=<cursor>`), or the people whose names match
 * `?q=`.
 */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { searchParams } = event.url
  const q = searchParams.get('q')?.trim() ?? ''
  if (q !== '') {
    const found = await searchPeople(platform, actor, { q })
    return { found, friends: null, incoming: null, outgoing: null, playing: [] }
  }
  const continued = ownLists.find((list) => searchParams.has(list))
  const read = async (list: OwnList) =>
    continued && continued !== list
      ? null
      : viewOwnPeople(platform, actor, list, searchParams.get(list) ?? undefined)
  const [friends, incoming, outgoing] = await Promise.all([
    read('friends'),
    read('incoming'),
    read('outgoing'),
  ])
  // Friends to join come first, on the first page.
  const playing = continued ? [] : await viewPlayingFriends(platform, actor)
  return { found: null, friends, incoming, outgoing, playing }
}

export const actions: Actions = friendActions
