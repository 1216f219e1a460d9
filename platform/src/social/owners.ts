import { sql } from 'kysely'
import { isBlockedBetween, noSuchUser, type PrivacyRow, privacyColumns, privacyOf } from '../accounts/door.ts'
import { may, type Owner, type PrivacySetting } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { friendIds } from './queries.ts'

/** Columns of a query on users that `may` needs (`ownerOf`). */
export const ownerColumns = (viewerId: string) =>
  [
    ...privacyColumns,
    // Each of the two look-ups uses the primary key.
    sql<boolean>`(
      exists (select 1 from friendships
        where low_id = ${viewerId} and high_id = users.id and requested_by is null)
      or exists (select 1 from friendships
        where low_id = users.id and high_id = ${viewerId} and requested_by is null)
    )`.as('is_friend'),
    isBlockedBetween(viewerId, 'users.id').as('is_blocked'),
  ] as const

interface OwnerRow extends PrivacyRow {
  id: string
  /** SQLite has 0 and 1. */
  is_friend: boolean | number
  is_blocked: boolean | number
}

/** Returns a user of a query with `ownerColumns`, for `may`. */
export const ownerOf = (row: OwnerRow): Owner => ({
  id: row.id,
  privacy: privacyOf(row),
  isFriend: Boolean(row.is_friend),
  isBlocked: Boolean(row.is_blocked),
})

/**
 * Returns a user as `may` needs them.
 *
 * @throws Refused `missing`: the account was deleted meanwhile.
 */
export async function requireOwner(db: Db, viewerId: string, userId: string): Promise<Owner> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .select(ownerColumns(viewerId))
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw noSuchUser()
  return ownerOf(row)
}

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
