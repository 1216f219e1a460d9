import type { Actor } from '@baseplate/platform/accounts/rules'
import { closeGroup, reopenGroup } from '@baseplate/platform/moderation/takedowns/moderate-group'
import { joinGroup, leaveGroup } from '@baseplate/platform/people/groups/membership'
import { renameGroup } from '@baseplate/platform/people/groups/rename'
import { viewGroup } from '@baseplate/platform/people/groups/view'
import { viewStates } from '@baseplate/platform/people/profiles/states'
import type { Platform } from '@baseplate/platform/platform'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const { members, ...group } = await viewGroup(platform, actor, event.params.name, cursor)
  const ids = members.map(({ id }) => id)
  const stateOf = await viewStates(platform, actor, ids)
  return { ...group, members: members.map((member) => ({ ...member, ...stateOf(member.id) })) }
}

type Verb = (platform: Platform, actor: Actor, name: string, fields: Record<string, string>) => Promise<void>

/** Makes the action of a button. The page shows the effect, so there is no message. */
const move = (name: string, verb: Verb, askFirst?: (fields: Record<string, string>) => boolean) =>
  actorAction(
    name,
    async ({ platform, actor, event }, fields) => {
      await verb(platform, actor, event.params.name ?? '', fields)
      return undefined
    },
    askFirst,
  )

export const actions: Actions = {
  join: move('join', joinGroup),
  leave: move('leave', leaveGroup),
  close: move('close', closeGroup, ({ reason }) => reason?.trim() !== ''),
  reopen: move('reopen', reopenGroup),
  rename: actorAction('rename', async ({ platform, actor, event }, fields) => {
    const { path } = await renameGroup(platform, actor, event.params.name, fields)
    redirect(302, path)
  }),
}
