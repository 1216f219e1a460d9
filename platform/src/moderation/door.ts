import { deleteBadgesOf } from '../badges/door.ts'
import type { Db } from '../foundation/database.ts'
import type { Door, Forgetting } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import type { Places } from '../places/door.ts'
import type { Rendering } from '../rendering/door.ts'
import type {} from './appeals/tables.ts'
import type {} from './asset-review/tables.ts'
import { eraseModeration, forgetContent } from './erase.ts'
import { exports } from './export.ts'
import { createReportLimit } from './reports/report.ts'
import type {} from './reports/tables.ts'
import { createFollowUps, type FollowUps } from './takedowns/follow-ups.ts'
import type {} from './takedowns/tables.ts'

export { endSessionsOf } from './accounts/end-sessions-of.ts'
export { makeResetLink } from './accounts/make-reset-link.ts'
export { resetFactors } from './accounts/reset-factors.ts'
export { setLevel } from './accounts/set-level.ts'
export { exportAccounts, viewAccounts } from './accounts/view-accounts.ts'
export { acknowledge } from './actions/acknowledge.ts'
export { moderate } from './actions/moderate.ts'
export { unmoderate } from './actions/unmoderate.ts'
export { viewAccount } from './actions/view.ts'
export { viewOwnContent } from './actions/view-content.ts'
export { exportModerated, viewModerated } from './actions/view-moderated.ts'
export { appealAsset, appealOwnAction, appealPlace, viewOwnAppeal } from './appeals/appeal.ts'
export { decideAppeal } from './appeals/decide-appeal.ts'
export { countOpenAppeals } from './appeals/queries.ts'
export { type AccountAppeal, type GameAppeal, type ItemAppeal, viewAppeals } from './appeals/view-appeals.ts'
export { claimReviews, extendClaims, releaseClaim } from './asset-review/claims.ts'
export { type PendingAsset, type Queue, viewQueue } from './asset-review/queue.ts'
export type { RefusedItem } from './asset-review/similar.ts'
export { exportAudit, viewAudit } from './audit/view.ts'
export { countWaitingPictures } from './picture-review/queries.ts'
export { approvePicture, refusePicture } from './picture-review/review.ts'
export { readWaitingPicture, type ViewedPicture, viewWaitingPictures } from './picture-review/view.ts'
export { claimReport, releaseReport } from './reports/claim.ts'
export { closeReport } from './reports/close.ts'
export { subjectInput } from './reports/input.ts'
export { countWaiting } from './reports/queries.ts'
export { report } from './reports/report.ts'
export { type ChatReport, reportFromGame } from './reports/report-from-game.ts'
export { reportFromServer } from './reports/report-from-server.ts'
export { sanctionReported } from './reports/sanction.ts'
export { exportReports, viewOwnReports, viewReport, viewReports, viewSubject } from './reports/view.ts'
export { viewReportChat } from './reports/view-chat.ts'
export { type SubjectType, subjectTypes } from './subject-types.ts'
export { moderateAsset } from './takedowns/moderate-asset.ts'
export { deleteAssetComment, deleteGroupComment, deletePlaceComment } from './takedowns/moderate-comment.ts'
export { closeGroup, reopenGroup } from './takedowns/moderate-group.ts'
export { moderatePlace } from './takedowns/moderate-place.ts'
export { deletePost, restorePost } from './takedowns/moderate-post.ts'
export {
  type ModeratedText,
  removeProfileText,
  restoreProfileText,
  viewModeratedTexts,
} from './takedowns/moderate-profile.ts'
export { approveAsset, refuseAsset } from './takedowns/review-asset.ts'
export type { ContentType } from './takedowns/rules.ts'
export { undoTakedown } from './takedowns/undo.ts'
export { type ViewedTakedown, viewTakedown, viewTakedowns } from './takedowns/view.ts'
export type { OwnAppeal } from './takedowns/view-appeal.ts'
export {
  listReviewedCreations,
  type ReviewedCreation,
  type ViewedReview,
  viewAssetReview,
} from './takedowns/view-review.ts'

/** Parts that the domain adds to the running platform. */
export interface Moderation extends Forgetting<'asset' | 'comment' | 'place' | 'post'> {
  followUps: FollowUps
}

const open = (platform: Services & Places & Rendering): Moderation => ({
  followUps: createFollowUps(platform),
  forgetContent: {
    asset: forgetContent('asset'),
    comment: forgetContent('comment'),
    place: async (trx: Db, ids: readonly (string | number)[]) => {
      await deleteBadgesOf(trx, ids.map(Number))
      await forgetContent('place')(trx, ids)
    },
    post: forgetContent('post'),
  },
})

export const door = {
  open,
  limits: ({ limitCounts }: Services) => ({ reportLimit: createReportLimit(limitCounts) }),
  erase: eraseModeration,
  exports,
} satisfies Door<Services>
