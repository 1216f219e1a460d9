/** The tables of the domain join the type of the database where the platform is opened. */
import type {} from './tables.ts'

export { endRelations } from './end-relations.ts'
export { eraseRelations } from './erase.ts'
export { follow, unfollow } from './follow.ts'
export { acceptRequest, cancelRequest, declineRequest, requestFriendship, unfriend } from './friendships.ts'
export { ownerColumns, ownerOf, requireOwner, requireShared, withSharedFriend } from './owners.ts'
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
} from './queries.ts'
export { type Friendship, viewFriendships } from './view-friendships.ts'
