import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewModerated } from '@baseplate/platform/moderation/actions/view-moderated'
import { asActor } from '#lib/server/as-actor.ts'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { readList } from '#lib/server/read-list.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return readList(event, (query) => viewModerated(platform, actor, query))
}

export const actions: Actions = moderationActions
