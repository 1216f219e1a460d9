import type { Actor } from '@baseplate/platform/accounts/rules'
import {
  approveAsset,
  approvePicture,
  claimReviews,
  extendClaims,
  refuseAsset,
  refusePicture,
  releaseClaim,
  viewQueue,
  viewWaitingPictures,
} from '@baseplate/platform/moderation/door'
import type { RequestEvent } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = handles(operationWith(viewQueue), async (event: RequestEvent) => {
  const { platform } = event.locals
  const actor = whoActs<Actor>(event, viewQueue)
  return { ...(await viewQueue(platform, actor)), pictures: await viewWaitingPictures(platform, actor) }
})

export const actions: Actions = {
  claim: action('claim', claimReviews),
  keep: action('keep', extendClaims),
  release: action('release', releaseClaim),
  approve: action('approve', approveAsset, {
    done: ({ name }) => ({ message: t('approval.approved', { name }) }),
  }),
  refuse: action('refuse', refuseAsset, {
    done: ({ name }) => ({ message: t('approval.rejected', { name }) }),
  }),
  approvepicture: action('approvepicture', approvePicture, {
    done: ({ name }) => ({ message: t('approval.pictures.approved', { name }) }),
  }),
  refusepicture: action('refusepicture', refusePicture, {
    done: ({ name }) => ({ message: t('approval.pictures.rejected', { name }) }),
  }),
}
