import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { keepReviews, releaseReview, takeReviews } from '@baseplate/platform/moderation/asset-review/hold'
import { viewQueue } from '@baseplate/platform/moderation/asset-review/queue'
import { approveAsset, refuseAsset } from '@baseplate/platform/moderation/asset-review/review'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) =>
  viewQueue(event.locals.platform, requireLevel(event, permissionLevel.catalogManager))

export const actions: Actions = {
  take: formAction('take', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    return takeReviews(event.locals.platform, actor, fields)
  }),
  keep: formAction('keep', async (event) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    await keepReviews(event.locals.platform, actor)
    return undefined
  }),
  release: formAction('release', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    await releaseReview(event.locals.platform, actor, fields)
    return undefined
  }),
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
