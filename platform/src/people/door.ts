import { hour } from '@baseplate/service/clock'
import type { Job } from '../foundation/jobs.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { sweepGroupIcons } from './groups/icons.ts'
import { createGroupSpelling } from './groups/spelling.ts'
import type {} from './groups/tables.ts'
import type {} from './posts/tables.ts'
import { createPostLimit } from './posts/write.ts'
import { createStylesheets, type Stylesheets } from './styling/stylesheets.ts'
import type {} from './styling/tables.ts'
import { createStylingLimit } from './styling/update.ts'

export { commentOnGroup } from './groups/comment.ts'
export { createGroup, groupPayments, viewGroupPrice } from './groups/create.ts'
export { eraseMemberships } from './groups/erase.ts'
export { groupFileReferences, readGroupIcon, setGroupIcon } from './groups/icons.ts'
export { groupNameInput } from './groups/input.ts'
export { listGroups, viewGroups } from './groups/list.ts'
export { joinGroup, leaveGroup } from './groups/membership.ts'
export { addGroupPlace, removeGroupPlace } from './groups/places.ts'
export { findGroup, findGroupById, type GroupListing, lockGroup } from './groups/queries.ts'
export { renameGroup } from './groups/rename.ts'
export { requireVisibleGroup } from './groups/require-group.ts'
export {
  mayOpenGroupSettings,
  removeGroupIcon,
  updateGroup,
  viewGroupSettings,
  withdrawGroupIcon,
} from './groups/settings.ts'
export { viewGroup } from './groups/view.ts'
export {
  auditedGroup,
  groupDecided,
  hideGroup,
  permitModeratingGroups,
  showGroup,
} from './groups/visibility.ts'
export { isOpenGroup } from './groups/visible.ts'
export { answerPost } from './posts/answer.ts'
export { erasePosts } from './posts/erase.ts'
export { viewPostFeed } from './posts/feed.ts'
export { likePost, unlikePost } from './posts/like.ts'
export { findNewestVersion, findPost } from './posts/queries.ts'
export { viewFollowedPosts, viewThread } from './posts/view.ts'
export { deleteOwnPost, hidePost, requirePost, showPost } from './posts/visibility.ts'
export { editPost, writePost } from './posts/write.ts'
export {
  type OwnList,
  ownLists,
  type ProfileList,
  profileLists,
  viewOwnPeople,
  viewPeople,
} from './profiles/people.ts'
export { viewPlayingFriends } from './profiles/playing-friends.ts'
export { type PersonState, viewStates } from './profiles/states.ts'
export { viewProfile } from './profiles/view.ts'
export type { Dropped } from './styling/dropped.ts'
export { viewOwnStyling } from './styling/own-styling.ts'
export { findStyle } from './styling/queries.ts'
export { readStylesheet } from './styling/stylesheets.ts'
export { previewStyling, updateStyling } from './styling/update.ts'
export { type StylingMode, viewProfileStyling, viewStyling } from './styling/view.ts'
export { hideStyling, showStyling } from './styling/visibility.ts'

/** Parts that the domain adds to the running platform. */
export interface People {
  stylesheets: Stylesheets
  groupSpelling: Spelling
  postLimit: Limit
  stylingLimit: Limit
}

export const openPeople = (services: Services): People => ({
  stylesheets: createStylesheets(services),
  groupSpelling: createGroupSpelling(services),
  postLimit: createPostLimit(services.limitCounts),
  stylingLimit: createStylingLimit(services.limitCounts),
})

export const startPeopleJobs = (platform: Services): Job[] => [
  platform.sharedJobs.start('sweep group icons', hour, sweepOf(platform, sweepGroupIcons)),
]
