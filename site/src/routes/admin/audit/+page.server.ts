import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAudit } from '@baseplate/platform/moderation/audit/view'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return readList(event, (query) => viewAudit(platform, actor, query))
}
