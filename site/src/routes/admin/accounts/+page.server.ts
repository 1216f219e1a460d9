import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return viewAccounts(platform, actor, queryOf(event))
}
