import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return { list: await viewAccounts(platform, actor, queryOf(event)) }
}
