import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import {
  isBlockedBetween,
  isDeleted,
  type Marks,
  marksBetween,
  marksOf,
  noSuchUser,
  type PrivacyRow,
  privacyColumns,
  privacyOf,
} from '../accounts/door.ts'
import type { Owner } from '../accounts/privacy/rules.ts'
import type { PageRequest } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { pairOf, type Relation } from './rules.ts'

/** Selects the ids of the users whom a user follows. */
export const followedIds = (db: Db, userId: string) =>
  db.selectFrom('follows').select('followed_id as id').where('follower_id', '=', userId)

/** Selects the ids of a user's friends. */
export const friendIds = (db: Db, userId: string) =>
  db
    .selectFrom('friendships')
    .select('high_id as id')
    .where('low_id', '=', userId)
    .where('requested_by', 'is', null)
    .unionAll(
      db
        .selectFrom('friendships')
        .select('low_id as id')
        .where('high_id', '=', userId)
        .where('requested_by', 'is', null),
    )

/** Selects the row of a pair of users. */
export const selectPair = (db: Db, oneId: string, otherId: string) => {
  const { low_id, high_id } = pairOf(oneId, otherId)
  return db.selectFrom('friendships').where('low_id', '=', low_id).where('high_id', '=', high_id)
}

/** Finds the relation of the viewer to the user, with blocks and mutes, in one query. */
export async function findRelation(db: Db, viewerId: string, userId: string): Promise<Relation & Marks> {
  const follows = (followerId: string, followedId: string) =>
    db
      .selectFrom('follows')
      .select('created')
      .where('follower_id', '=', followerId)
      .where('followed_id', '=', followedId)
  const { friendship, follower, following, ...marks } = await db
    .selectNoFrom((eb) => [
      eb.exists(follows(viewerId, userId)).as('follower'),
      eb.exists(follows(userId, viewerId)).as('following'),
      selectPair(db, viewerId, userId)
        .select((row) =>
          row
            .case()
            .when('requested_by', 'is', null)
            .then('friends')
            .when('requested_by', '=', viewerId)
            .then('outgoing')
            .else('incoming')
            .end()
            .as('friendship'),
        )
        .as('friendship'),
      ...marksBetween(viewerId, userId),
    ])
    .executeTakeFirstOrThrow()
  return {
    follower: Boolean(follower),
    following: Boolean(following),
    friends: friendship === 'friends',
    incomingRequest: friendship === 'incoming',
    outgoingRequest: friendship === 'outgoing',
    ...marksOf(marks),
  }
}

/** A user in a list. `created` is when the follow, friendship or request began. */
export interface Listed {
  id: string
  username: string
  portrait: string | null
  created: number
}

export const listFollowers = (db: Db, userId: string, page: PageRequest): Promise<Listed[]> =>
  listFollows(db, 'follower_id', 'followed_id', userId, page)

export const listFollowing = (db: Db, userId: string, page: PageRequest): Promise<Listed[]> =>
  listFollows(db, 'followed_id', 'follower_id', userId, page)

type FollowColumn = 'follower_id' | 'followed_id'

const listFollows = (
  db: Db,
  listed: FollowColumn,
  of: FollowColumn,
  userId: string,
  { after, limit }: PageRequest,
) =>
  db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', listed)
    .select(['users.id', 'users.username', 'users.portrait', 'follows.created'])
    .where(of, '=', userId)
    .where((eb) => eb.not(isDeleted(listed)))
    .$call((query) =>
      keysetPage(query, ['follows.created', listed], { after: after && [after.created, after.id], limit }),
    )
    .execute()

export const listFriends = (db: Db, userId: string, page: PageRequest): Promise<Listed[]> =>
  listPairs(db, 'friends', userId, page)

/** Lists the users who have sent this user a friend request. */
export const listIncomingRequests = (db: Db, userId: string, page: PageRequest): Promise<Listed[]> =>
  listPairs(db, 'incoming', userId, page)

/** Lists the users whom this user has sent a friend request. */
export const listOutgoingRequests = (db: Db, userId: string, page: PageRequest): Promise<Listed[]> =>
  listPairs(db, 'outgoing', userId, page)

type PairColumn = 'low_id' | 'high_id'
type PairState = 'friends' | 'incoming' | 'outgoing'

/** Merges two queries, one for each column that may hold the user. Each has an index in the order of the list. */
const listPairs = (db: Db, state: PairState, userId: string, page: PageRequest) => {
  const side = (mine: PairColumn, theirs: PairColumn) =>
    db.selectFrom(sideOfPairs(db, state, mine, theirs, userId, page).as('side')).selectAll()
  return db
    .selectFrom(side('low_id', 'high_id').unionAll(side('high_id', 'low_id')).as('listed'))
    .innerJoin('users', 'users.id', 'listed.id')
    .select(['users.id', 'users.username', 'users.portrait', 'listed.created'])
    .orderBy('listed.created', 'desc')
    .orderBy('listed.id', 'desc')
    .limit(page.limit)
    .execute()
}

const sideOfPairs = (
  db: Db,
  state: PairState,
  mine: PairColumn,
  theirs: PairColumn,
  userId: string,
  { after, limit }: PageRequest,
) =>
  db
    .selectFrom('friendships')
    .select(({ ref }) => [ref(theirs).as('id'), 'created'])
    .where(mine, '=', userId)
    .$if(state === 'friends', (query) => query.where('requested_by', 'is', null))
    .$if(state === 'incoming', (query) => query.whereRef('requested_by', '=', theirs))
    .$if(state === 'outgoing', (query) => query.where('requested_by', '=', userId))
    .where((eb) => eb.not(isDeleted(theirs)))
    .$call((query) =>
      keysetPage(query, ['created', theirs], { after: after && [after.created, after.id], limit }),
    )

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
