import type { Door } from '../foundation/door.ts'
import { hourlyLimit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import { eraseRelations } from './erase.ts'
import { exports } from './export.ts'
import type {} from './tables.ts'

export { endRelations } from './end-relations.ts'
export { follow, unfollow } from './follow.ts'
export { acceptRequest, cancelRequest, declineRequest, requestFriendship, unfriend } from './friendships.ts'
export { countFriends, type Follows, findFollows, findFriendsAmong } from './known-relations.ts'
export { requireShared, withSharedFriend } from './owners.ts'
export { listPendingRequests } from './pending-requests.ts'
export { acceptsComments, permitComment } from './permit-comment.ts'
export {
  findRelation,
  followedIds,
  friendIds,
  listFollowers,
  listFollowing,
  listFriends,
  listIncomingRequests,
  listOutgoingRequests,
  ownerColumns,
  ownerOf,
  requireOwner,
} from './queries.ts'
export { type Friendship, viewFriendships } from './view-friendships.ts'

export const door = {
  limits: ({ limitCounts: counts, config: { Limits } }: Services) => ({
    followLimit: hourlyLimit(counts, Limits.FollowsPerHour, 'limits.follows'),
    friendRequestLimit: hourlyLimit(counts, Limits.FriendRequestsPerHour, 'limits.friend_requests'),
    // Favourites of games and items count together, and so do votes on games and likes of posts.
    favouriteLimit: hourlyLimit(counts, Limits.FavouritesPerHour, 'limits.favourites'),
    voteLimit: hourlyLimit(counts, Limits.VotesPerHour, 'limits.votes'),
  }),
  erase: eraseRelations,
  exports,
} satisfies Door<Services>
