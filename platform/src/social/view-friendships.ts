import { may } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { withSharedFriend } from './owners.ts'
import { ownerColumns, ownerOf } from './queries.ts'

/** `open`: the viewer may send a friend request. `outgoing` and `incoming`: one of the two has sent one. */
export type Friendship = 'friends' | 'outgoing' | 'incoming' | 'open'

/**
 * Returns a function from a user's id to the viewer's friendship with them. Null: the viewer, or a user who takes no requests
 * from the viewer.
 */
export async function viewFriendships(
  db: Db,
  viewer: { id: string },
  userIds: readonly string[],
): Promise<(userId: string) => Friendship | null> {
  const others = userIds.filter((id) => id !== viewer.id)
  if (others.length === 0) return () => null
  const [requests, rows] = await Promise.all([
    listRequests(db, viewer.id, others),
    db
      .selectFrom('users')
      .select('users.id')
      .select(ownerColumns(viewer.id))
      .where('users.id', 'in', others)
      .execute(),
  ])
  const found = await Promise.all(
    rows.map(async (row): Promise<[string, Friendship | null]> => {
      const owner = ownerOf(row)
      if (owner.isFriend) return [owner.id, 'friends']
      const request = requests.get(owner.id)
      if (request) return [owner.id, request]
      return [owner.id, may(viewer, await withSharedFriend(db, viewer.id, owner), 'requests') ? 'open' : null]
    }),
  )
  const byId = new Map(found)
  return (userId) => byId.get(userId) ?? null
}

/** Returns the open requests between the viewer and these users. */
async function listRequests(
  db: Db,
  viewerId: string,
  others: readonly string[],
): Promise<Map<string, 'outgoing' | 'incoming'>> {
  const side = (own: 'low_id' | 'high_id', other: 'low_id' | 'high_id') =>
    db
      .selectFrom('friendships')
      .select([`${other} as id`, 'requested_by'])
      .where(own, '=', viewerId)
      .where(other, 'in', others)
      .where('requested_by', 'is not', null)
  const found = await side('low_id', 'high_id').unionAll(side('high_id', 'low_id')).execute()
  return new Map(
    found.map(({ id, requested_by }) => [id, requested_by === viewerId ? 'outgoing' : 'incoming']),
  )
}
