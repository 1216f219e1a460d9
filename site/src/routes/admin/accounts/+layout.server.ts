import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return readList(event, async (query) => ({ list: await viewAccounts(platform, actor, query) }))
}
