import type { Actor } from '@baseplate/platform/accounts/rules'
import { type OwnList, ownLists, viewOwnPeople } from '@baseplate/platform/people/profiles/people'
import type { Platform } from '@baseplate/platform/platform'
import { acceptRequest, declineRequest } from '@baseplate/platform/social/answer'
import { cancelRequest } from '@baseplate/platform/social/request'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** All three lists from their beginning, or one of them from its cursor: `?incoming=<cursor>`. */
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
  return { friends, incoming, outgoing }
}

/** Answers somebody from the list: what the page shows afterwards says what was done. */
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
