import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { retryFailedRenders, retryRender } from '@baseplate/platform/rendering/retry'
import { viewRenders } from '@baseplate/platform/rendering/view-renders'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.catalogManager)
  return viewRenders(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  retry: formAction('retry', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    const isDrawn = await retryRender(event.locals.platform, actor, fields)
    return { message: isDrawn ? 'It is drawn again' : 'It is not failed any more: nothing was done' }
  }),
  retryall: formAction('retry', async (event) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    const count = await retryFailedRenders(event.locals.platform, actor)
    return { message: count === 1 ? 'One is drawn again' : `${count} are drawn again` }
  }),
}
