import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return readList(event, async (query) => ({ list: await viewServers(platform, actor, query) }))
}
