import { viewAudit } from '@baseplate/platform/accounts/audit/view'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  return viewAudit(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}
