import { may, type Owner, type PrivacySetting } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { friendIds, requireOwner } from './queries.ts'

/** Adds whether the two have a friend in common, which decides who may send friend requests. */
export async function withSharedFriend(db: Db, viewerId: string, owner: Owner): Promise<Owner> {
  if (owner.privacy.requests !== 'Friends') return owner
  const shared = await db
    .selectFrom(friendIds(db, viewerId).as('friend'))
    .select('friend.id')
    .where('friend.id', 'in', friendIds(db, owner.id))
    .limit(1)
    .executeTakeFirst()
  return { ...owner, sharesFriend: shared !== undefined }
}

/**
 * Checks that a user shares with the viewer what a setting controls.
 *
 * @throws Refused `forbidden`; `missing`: the account was deleted meanwhile.
 */
export async function requireShared(
  db: Db,
  viewer: { id: string },
  userId: string,
  setting: PrivacySetting,
): Promise<void> {
  if (!may(viewer, await requireOwner(db, viewer.id, userId), setting))
    throw new Refused('privacy.not_shared')
}
