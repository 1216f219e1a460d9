import type { Actor } from '@baseplate/platform/accounts/rules'
import { type OwnList, ownLists, viewOwnPeople } from '@baseplate/platform/people/profiles/people'
import { viewPlayingFriends } from '@baseplate/platform/people/profiles/playing-friends'
import type { Platform } from '@baseplate/platform/platform'
import { acceptRequest, cancelRequest, declineRequest } from '@baseplate/platform/social/friendships'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Loads the first page of all three lists, or another page of one of them: `?incoming=<cursor>`. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { searchParams } = event.url
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
  return { friends, incoming, outgoing, playing }
}

/** Makes the action of a list's button. The page shows the effect, so there is no message. */
const answer = (name: string, verb: (platform: Platform, actor: Actor, username: string) => Promise<void>) =>
  actorAction(name, async ({ platform, actor }, { username = '' }) => {
    await verb(platform, actor, username)
    return undefined
  })

export const actions: Actions = {
  accept: answer('accept', acceptRequest),
  decline: answer('decline', declineRequest),
  cancel: answer('cancel', cancelRequest),
}
