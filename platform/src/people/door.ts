import { hour } from '@baseplate/service/clock'
import type { Door, Forgetting, Stores } from '../foundation/door.ts'
import { hourlyLimit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { exports } from './export.ts'
import { eraseMemberships } from './groups/erase.ts'
import { sweepGroupIcons } from './groups/icons.ts'
import { createGroupSpelling } from './groups/spelling.ts'
import type {} from './groups/tables.ts'
import { erasePosts } from './posts/erase.ts'
import type {} from './posts/tables.ts'
import { createPostLimit } from './posts/write.ts'
import { createStylesheets, type Stylesheets } from './styling/stylesheets.ts'
import type {} from './styling/tables.ts'
import { createStylingLimit } from './styling/update.ts'

export { commentOnGroup } from './groups/comment.ts'
export { createGroup, groupPayments, viewGroupPrice } from './groups/create.ts'
export { groupFileReferences, readEmblem, readGroupIcon, setGroupIcon } from './groups/icons.ts'
export { groupNameInput } from './groups/input.ts'
export { listGroupRoles, requireGroupById } from './groups/known-groups.ts'
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
export { maxCssLength } from './styling/rules.ts'
export { readStylesheet } from './styling/stylesheets.ts'
export { previewStyling, updateStyling } from './styling/update.ts'
export { type StylingMode, viewProfileStyling, viewStyling } from './styling/view.ts'
export { hideStyling, showStyling } from './styling/visibility.ts'

/** Parts that the domain adds to the running platform. */
export interface People {
  stylesheets: Stylesheets
  groupSpelling: Spelling
}

const open = (services: Services): People => ({
  stylesheets: createStylesheets(services),
  groupSpelling: createGroupSpelling(services),
})

export const door = {
  open,
  limits: ({ limitCounts: counts, config: { Limits } }: Services) => ({
    groupJoinLimit: hourlyLimit(counts, Limits.GroupJoinsPerHour, 'limits.group_joins'),
    postLimit: createPostLimit(counts),
    stylingLimit: createStylingLimit(counts),
  }),
  jobs: (platform: Services) => [
    platform.sharedJobs.start('sweep group icons', hour, sweepOf(platform, sweepGroupIcons)),
  ],
  async erase(platform: Stores & Forgetting<'post'>, userId: string) {
    await eraseMemberships(platform, userId)
    await erasePosts(platform, userId)
  },
  exports,
} satisfies Door<Services & Forgetting<'post'>>
