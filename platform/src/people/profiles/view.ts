import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import {
  looksThrough,
  privacyOf,
  recordLookThrough,
  requireByUsername,
  useCase,
} from '../../accounts/door.ts'
import { may, type PrivacySetting } from '../../accounts/privacy/rules.ts'
import { whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { listPlacesOf, type OwnedListing } from '../../places/door.ts'
import { mayManage } from '../../places/rules.ts'
import { findRelation, withSharedFriend } from '../../social/door.ts'
import { listMembershipsOf } from '../groups/queries.ts'
import { viewPostsOf } from '../posts/view.ts'
import { findProfile } from './queries.ts'
import { viewStates } from './states.ts'

/** `posts` is `postsNext` of the page before. */
const profileInput = z.object({ username: z.string(), posts: z.string().optional() })

/** @throws Refused `missing`: no such user; `invalid` for an invalid cursor of the posts. */
export const viewProfile = useCase(
  {
    summary: 'Returns a profile as this viewer may see it.',
    scope: 'read',
    input: profileInput,
  },
  async (platform: { db: Db; now: Clock }, viewer, { username, posts: postsCursor }) => {
    const { db } = platform
    const user = await requireByUsername(username, (key) => findProfile(db, key))
    const { id } = user
    const seesHidden = looksThrough(viewer, { id, permissionLevel: user.permission_level })
    const [{ blockedBy, ...relation }, places, posts, stateOf, memberships] = await Promise.all([
      findRelation(db, viewer.id, id),
      listShownPlaces(db, platform.now(), id, mayManage(viewer, { owner_id: id })),
      viewPostsOf(db, viewer, id, postsCursor),
      viewStates(platform, viewer, [id], { looksThrough: seesHidden }),
      listMembershipsOf(db, id),
    ])
    const owner = await withSharedFriend(db, viewer.id, {
      id,
      privacy: privacyOf(user),
      isFriend: relation.friends,
      isBlocked: relation.blocked || blockedBy,
    })
    const hidden = shown.filter((setting) => !may(viewer, owner, setting))
    if (seesHidden && hidden.length > 0) await recordLookThrough(db, viewer, user, hidden, platform.now())
    return {
      username: user.username,
      id,
      /** Number by which games know the user. */
      number: user.number,
      description: { id: descriptionId(user), text: user.description, updated: user.description_updated },
      permissionLevel: user.permission_level,
      moderatesPosts:
        whyNotModerate(viewer, { id, permissionLevel: user.permission_level }, 'posts') === undefined,
      followerCount: user.followers,
      followingCount: user.following,
      friendCount: user.friends,
      ...relation,
      /** Whether the user accepts a friend request from the viewer. */
      acceptsRequests: may(viewer, owner, 'requests'),
      /** Whether the viewer may follow the user. */
      acceptsFollows: may(viewer, owner, 'follows'),
      /** Whether the viewer sees the user's friends. */
      friendsShown: seesHidden || may(viewer, owner, 'friends'),
      /** Whether the viewer sees the user's look and outfits. */
      inventoryShown: seesHidden || !hidden.includes('inventory'),
      /** Whether the viewer may wear the user's look and outfits. A look that only moderators see is not offered. */
      lookOffered: viewer.id !== id && !hidden.includes('inventory'),
      places,
      posts: posts.posts,
      postsNext: posts.next,
      /** Whether everybody may read the posts in a feed. */
      postFeed: user.post_feed === 1,
      groups: memberships.groups,
      groupsOwned: memberships.owned,
      created: user.created,
      theme: user.theme,
      ...stateOf(id),
    }
  },
)

/** Privacy settings of the things that a profile shows. Friends have a page of their own. */
const shown = ['online', 'playing', 'inventory'] as const satisfies readonly PrivacySetting[]

/** Changes with every change of the text. */
const descriptionId = (user: { id: string; description_updated: number }) =>
  `${user.id}-${user.description_updated.toString(36)}`

/**
 * Lists the places of an owner as their profile shows them.
 *
 * @param withHidden whether to include private places and places that are taken down. Drafts and archived places never are.
 */
const listShownPlaces = async (
  db: Db,
  now: number,
  ownerId: string,
  withHidden: boolean,
): Promise<Omit<OwnedListing, 'published' | 'archived'>[]> =>
  (await listPlacesOf(db, now, ownerId))
    .filter(({ published, archived }) => published && !archived)
    .filter(({ privateServer, takenDown }) => withHidden || !(privateServer || takenDown))
    .map(({ published: _, archived: __, ...place }) => place)
