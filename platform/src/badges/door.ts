import { hour } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { eraseAwards } from './erase.ts'
import { exports } from './export.ts'
import { sweepBadgeIcons } from './pictures.ts'
import type {} from './tables.ts'

export { type Award, awardBadge, hasBadge, isBadgeDisabled, parseAward } from './award.ts'
export { changeBadge, disableBadge, removeBadgeIcon } from './change.ts'
export { badgePayments, createBadge } from './create.ts'
export { deleteBadgesOf } from './erase.ts'
export { badgeFileReferences, readBadgeIcon } from './pictures.ts'
export {
  countWaitingBadges,
  decideBadgePicture,
  findWaitingBadge,
  listWaitingBadges,
  type WaitingBadge,
} from './review.ts'
export { type BadgeListing, viewBadge, viewBadges, viewBadgesOf } from './view.ts'
export { listNewestWon, viewWonBadges, type WonBadge } from './won.ts'

export const door = {
  jobs: (platform: Services) => [
    platform.sharedJobs.start('sweep pictures of badges', hour, sweepOf(platform, sweepBadgeIcons)),
  ],
  erase: eraseAwards,
  exports,
} satisfies Door<Services>
