import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewQueue } from '@baseplate/platform/creations/queue'
import { approveAsset, refuseAsset } from '@baseplate/platform/creations/review'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) =>
  viewQueue(event.locals.platform, requireLevel(event, permissionLevel.catalogManager))

export const actions: Actions = {
  approve: formAction('approve', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    const { name } = await approveAsset(event.locals.platform, actor, fields)
    return { message: `“${name}” is approved` }
  }),
  refuse: formAction('refuse', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    const { name } = await refuseAsset(event.locals.platform, actor, fields)
    return { message: `“${name}” is refused` }
  }),
}
