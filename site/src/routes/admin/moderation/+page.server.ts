import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewModerated } from '@baseplate/platform/moderation/actions/view-moderated'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewModerated(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = moderationActions
