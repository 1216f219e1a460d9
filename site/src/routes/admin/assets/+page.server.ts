import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { claimReviews, extendClaims, releaseClaim } from '@baseplate/platform/moderation/asset-review/claims'
import { viewQueue } from '@baseplate/platform/moderation/asset-review/queue'
import { approvePicture, refusePicture } from '@baseplate/platform/moderation/picture-review/review'
import { viewWaitingPictures } from '@baseplate/platform/moderation/picture-review/view'
import { approveAsset, refuseAsset } from '@baseplate/platform/moderation/takedowns/review-asset'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  return { ...(await viewQueue(platform, actor)), pictures: await viewWaitingPictures(platform, actor) }
}

export const actions: Actions = {
  claim: staffAction(permissionLevel.catalogManager, 'claim', async ({ platform, actor }, fields) => {
    return claimReviews(platform, actor, fields)
  }),
  keep: staffAction(permissionLevel.catalogManager, 'keep', async ({ platform, actor }) => {
    await extendClaims(platform, actor)
    return undefined
  }),
  release: staffAction(permissionLevel.catalogManager, 'release', async ({ platform, actor }, fields) => {
    await releaseClaim(platform, actor, fields)
    return undefined
  }),
  approve: staffAction(permissionLevel.catalogManager, 'approve', async ({ platform, actor }, fields) => {
    const { name } = await approveAsset(platform, actor, fields)
    return { message: t('approval.approved', { name }) }
  }),
  refuse: staffAction(permissionLevel.catalogManager, 'refuse', async ({ platform, actor }, fields) => {
    const { name } = await refuseAsset(platform, actor, fields)
    return { message: t('approval.rejected', { name }) }
  }),
  /** Shows a picture of a game or a group that waits for review. */
  approvepicture: staffAction(
    permissionLevel.catalogManager,
    'approvepicture',
    async ({ platform, actor }, fields) => {
      const { name } = await approvePicture(platform, actor, fields)
      return { message: t('approval.pictures.approved', { name }) }
    },
  ),
  /** Deletes a picture of a game or a group that waits for review. */
  refusepicture: staffAction(
    permissionLevel.catalogManager,
    'refusepicture',
    async ({ platform, actor }, fields) => {
      const { name } = await refusePicture(platform, actor, fields)
      return { message: t('approval.pictures.rejected', { name }) }
    },
  ),
}
