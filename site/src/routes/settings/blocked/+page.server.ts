import type { Actor } from '@baseplate/platform/accounts/rules'
import { unblockUser } from '@baseplate/platform/blocking/block'
import { type MarkedList, markedLists, viewMarked } from '@baseplate/platform/blocking/list'
import { unmuteUser } from '@baseplate/platform/blocking/mute'
import type { Platform } from '@baseplate/platform/platform'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Loads the first page of both lists, or another page of one of them: `?muted=<cursor>`. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { searchParams } = event.url
  const continued = markedLists.find((list) => searchParams.has(list))
  const read = async (list: MarkedList) =>
    continued && continued !== list
      ? null
      : viewMarked(platform, actor, list, searchParams.get(list) ?? undefined)
  const [blocked, muted] = await Promise.all([read('blocked'), read('muted')])
  return { blocked, muted }
}

/** Makes the action of a list's button. The page shows the effect, so there is no message. */
const undo = (name: string, verb: (platform: Platform, actor: Actor, username: string) => Promise<void>) =>
  actorAction(name, async ({ platform, actor }, { username = '' }) => {
    await verb(platform, actor, username)
    return undefined
  })

export const actions: Actions = {
  unblock: undo('unblock', unblockUser),
  unmute: undo('unmute', unmuteUser),
}
