import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewTakedowns } from '@baseplate/platform/moderation/takedowns/view'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return viewTakedowns(platform, actor, queryOf(event))
}
