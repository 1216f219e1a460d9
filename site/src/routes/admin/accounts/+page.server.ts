import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewAccounts(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}
