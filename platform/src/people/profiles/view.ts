import { requireByUsername } from '../../accounts/queries.ts'
import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { listPlacesOf } from '../../places/lists/queries.ts'
import { mayManage } from '../../places/rules.ts'
import { findRelation } from '../../social/queries.ts'
import { listGroupsOf, listGroupsOwned } from '../groups/queries.ts'
import { viewPostsOf } from '../posts/view.ts'
import { findProfile } from './queries.ts'
import { viewStates } from './states.ts'

/**
 * Returns a profile as this viewer may see it (docs/reference/site-api.md#profile).
 *
 * @throws Refused `missing`: no such user; `invalid` for an invalid cursor of the posts.
 */
export async function viewProfile(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  username: string,
  postsCursor?: string,
) {
  const { db } = platform
  const user = await requireByUsername(username, (key) => findProfile(db, key))
  const { id } = user
  const [relation, places, posts, stateOf, groups, groupsOwned] = await Promise.all([
    findRelation(db, viewer.id, id),
    listPlacesOf(db, platform.now(), id, { withHidden: mayManage(viewer, { owner_id: id }) }),
    viewPostsOf(db, viewer, id, postsCursor),
    viewStates(platform, viewer, [id]),
    listGroupsOf(db, id),
    listGroupsOwned(db, id),
  ])
  return {
    username: user.username,
    id,
    description: { id: descriptionId(user), text: user.description, updated: user.description_updated },
    permissionLevel: user.permission_level,
    moderatesPosts:
      whyNotModerate(viewer, { id, permissionLevel: user.permission_level }, 'posts') === undefined,
    followerCount: user.followers,
    followingCount: user.following,
    friendCount: user.friends,
    ...relation,
    places,
    posts: posts.posts,
    postsNext: posts.next,
    groups,
    groupsOwned,
    created: user.created,
    theme: user.theme,
    ...stateOf(id),
  }
}

/** Changes with every change of the text. */
const descriptionId = (user: { id: string; description_updated: number }) =>
  `${user.id}-${user.description_updated.toString(36)}`
