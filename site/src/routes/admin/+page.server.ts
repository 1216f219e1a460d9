import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { toolsOf } from '#lib/admin/tools.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.catalogManager)
  return { tools: toolsOf(actor.permissionLevel).map(({ href, label, about }) => ({ href, label, about })) }
}
