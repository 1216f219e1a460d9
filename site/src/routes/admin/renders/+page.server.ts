import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { retryFailedRenders, retryRender } from '@baseplate/platform/operations/renders/retry'
import { viewRenders } from '@baseplate/platform/operations/renders/view'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  return readList(event, (query) => viewRenders(platform, actor, query))
}

export const actions: Actions = {
  retry: staffAction(permissionLevel.catalogManager, 'retry', async ({ platform, actor }, fields) => {
    const isQueued = await retryRender(platform, actor, fields)
    return {
      message: isQueued ? t('operations.renders.queued', { count: 1 }) : t('operations.renders.not_failed'),
    }
  }),
  retryall: staffAction(permissionLevel.catalogManager, 'retry', async ({ platform, actor }) => {
    const count = await retryFailedRenders(platform, actor)
    return { message: t('operations.renders.queued', { count }) }
  }),
}
