import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewTakedowns } from '@baseplate/platform/moderation/takedowns/view'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewTakedowns(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}
