import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return { list: await viewServers(platform, actor, queryOf(event)) }
}
