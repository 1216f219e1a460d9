import { may } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { friendIds, requireOwner } from './queries.ts'

/** An id that no account has, for viewers without a session. */
const nobody = ''

/**
 * Returns which of these users are friends of a user, as far as the viewer may know: a user's privacy setting may hide their friends.
 * The two friends themselves always know.
 *
 * @param viewer null: a visitor
 * @throws Refused `missing`: the account was deleted meanwhile.
 */
export async function findFriendsAmong(
  { db }: { db: Db },
  viewer: { id: string } | null,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  const viewerId = viewer?.id ?? nobody
  const asked = may({ id: viewerId }, await requireOwner(db, viewerId, userId), 'friends')
    ? otherIds
    : otherIds.filter((id) => id === viewerId)
  if (asked.length === 0) return new Set()
  const rows = await db
    .selectFrom(friendIds(db, userId).as('friend'))
    .select('friend.id')
    .where('friend.id', 'in', asked)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the number of a user's friends, which everybody may know. */
export async function countFriends({ db }: { db: Db }, userId: string): Promise<number> {
  const counts = await db
    .selectFrom('social_counts')
    .select('friends')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return counts?.friends ?? 0
}

/** Follows between a user and others. Everybody may know them. */
export interface Follows {
  /** Users whom the user follows. */
  followed: ReadonlySet<string>
  /** Users who follow the user. */
  followers: ReadonlySet<string>
}

export async function findFollows(
  { db }: { db: Db },
  userId: string,
  otherIds: readonly string[],
): Promise<Follows> {
  if (otherIds.length === 0) return { followed: new Set(), followers: new Set() }
  const follows = (of: 'follower_id' | 'followed_id', other: 'follower_id' | 'followed_id') =>
    db
      .selectFrom('follows')
      .select(`${other} as id`)
      .where(of, '=', userId)
      .where(other, 'in', otherIds)
      .execute()
  const [followed, followers] = await Promise.all([
    follows('follower_id', 'followed_id'),
    follows('followed_id', 'follower_id'),
  ])
  return {
    followed: new Set(followed.map(({ id }) => id)),
    followers: new Set(followers.map(({ id }) => id)),
  }
}
