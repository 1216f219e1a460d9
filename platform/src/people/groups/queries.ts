import { isPostgres } from '@baseplate/storage/database/dialect'
import { keysetPage } from '@baseplate/storage/database/keyset'
import { findByNamePart } from '@baseplate/storage/database/name-parts'
import { type Selectable, sql } from 'kysely'
import { isDeleted } from '../../accounts/door.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { endOfPrefix, nameKeyOf } from '../../foundation/name-key.ts'
import type { GroupCursor } from './rules.ts'
import type { GroupTables } from './tables.ts'
import { isOpenGroup, isUnpaidGroup } from './visible.ts'

export type GroupRow = Selectable<GroupTables['groups']>

/** A group in a list. */
export interface GroupListing {
  id: number
  name: string
  memberCount: number
  /** Beginning of the icon's hash; null: no icon. */
  icon: string | null
}

const allListings = (db: Db) =>
  db
    .selectFrom('groups')
    .select(['groups.id', 'groups.name', 'groups.member_count as memberCount', 'groups.icon'])

const openListings = (db: Db) => allListings(db).where(isOpenGroup)

/** Finds a group by its name in any letter case, even an unpaid or closed one. */
export const findGroup = (db: Db, name: string): Promise<GroupRow | undefined> =>
  db.selectFrom('groups').selectAll().where('name_key', '=', nameKeyOf(name)).executeTakeFirst()

export const findGroupById = (db: Db, id: number): Promise<GroupRow | undefined> =>
  db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks a group's row until the transaction ends and returns it, so that changes to its owner, members and games come one after the
 * other. A transaction that also locks a user locks the user first. On SQLite, a write takes the place of the lock, as in `lockUsers`.
 */
export const lockGroup = (db: Db, id: number): Promise<GroupRow | undefined> =>
  isPostgres(db)
    ? db.selectFrom('groups').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : db
        .updateTable('groups')
        .set(({ ref }) => ({ created: ref('created') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()

/** Lists open groups, largest first. */
export const listLargest = (
  db: Db,
  { limit, after }: { limit: number; after?: GroupCursor | undefined },
): Promise<GroupListing[]> =>
  openListings(db)
    .$call((query) =>
      keysetPage(query, ['member_count', 'id'], { after: after && [after.members, after.id], limit }),
    )
    .execute()

/** Lists open groups whose name begins with the key, in the order of their names. An exact match comes first. */
export const findByPrefix = (db: Db, key: string, limit: number): Promise<GroupListing[]> =>
  openListings(db)
    .where('name_key', '>=', key)
    .where('name_key', '<', endOfPrefix(key))
    .orderBy('name_key')
    .limit(limit)
    .execute()

/**
 * Lists open groups whose name contains the key, but does not begin with it. Both databases return them in the order of their
 * ids without collecting all matches.
 */
export async function findBySubstring(db: Db, key: string, limit: number): Promise<GroupListing[]> {
  const ids = await (isPostgres(db)
    ? findByNamePart(db, namesOfOpen, key, { limit, after: 0 as number })
    : findBySubstringOnSqlite(db, key, limit))
  // The ids are of open groups. With another condition on `open`, SQLite would scan the index of all open groups.
  return ids.length === 0 ? [] : allListings(db).where('groups.id', 'in', ids).orderBy('groups.id').execute()
}

async function findBySubstringOnSqlite(db: Db, key: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select groups.id from group_name_parts cross join groups on groups.id = group_name_parts.rowid
    where group_name_parts match ${`"${key.replaceAll('"', '""')}"`} and ${isOpenGroup}
      and not (groups.name_key >= ${key} and groups.name_key < ${endOfPrefix(key)})
    order by group_name_parts.rowid
    limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

const namesOfOpen = { table: 'groups', key: 'name_key', among: isOpenGroup }

export const listMembers = (
  db: Db,
  groupId: number,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<{ id: string; username: string; portrait: string | null; created: number }[]> =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['users.id', 'users.username', 'users.portrait', 'group_members.created'])
    .where('group_id', '=', groupId)
    .where((eb) => eb.not(isDeleted('group_members.user_id')))
    .$call((query) =>
      keysetPage(query, ['group_members.created', 'user_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

export const isMember = async (db: Db, groupId: number, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('group_members')
    .select('created')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Lists the open groups that a user is in, including their own, newest membership first. */
export const listGroupsOf = (db: Db, userId: string): Promise<GroupListing[]> =>
  listingsOfMember(db, userId).execute()

/**
 * Lists the open groups that a user is in, newest membership first, and their own groups, newest first. One statement is
 * enough because the owner of an open group is a member.
 */
export async function listMembershipsOf(
  db: Db,
  userId: string,
): Promise<{ groups: GroupListing[]; owned: GroupListing[] }> {
  const rows = await listingsOfMember(db, userId).select(['groups.owner_id', 'groups.created']).execute()
  const owned = rows
    .filter(({ owner_id }) => owner_id === userId)
    .toSorted((one, other) => other.created - one.created || other.id - one.id)
  const listingOf = ({ id, name, memberCount, icon }: GroupListing) => ({ id, name, memberCount, icon })
  return { groups: rows.map(listingOf), owned: owned.map(listingOf) }
}

const listingsOfMember = (db: Db, userId: string) =>
  openListings(db)
    .innerJoin('group_members', 'group_members.group_id', 'groups.id')
    .where('group_members.user_id', '=', userId)
    .orderBy('group_members.created', 'desc')
    .orderBy('groups.id', 'desc')

/**
 * Counts a user's groups against the limit: open groups they are in, and unpaid groups of their own. Groups closed by
 * moderators do not count, because nobody can leave them. One statement, because a payment may settle between two.
 */
export async function countMemberships(db: Db, userId: string): Promise<number> {
  const { joined, unpaid } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('group_members')
        .innerJoin('groups', 'groups.id', 'group_members.group_id')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where(isOpenGroup)
        .as('joined'),
      eb
        .selectFrom('groups')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .where(isUnpaidGroup)
        .as('unpaid'),
    ])
    .executeTakeFirstOrThrow()
  return Number(joined) + Number(unpaid)
}

/** Adds a member, unless the user is one already. */
export async function addMember(db: Db, groupId: number, userId: string, now: number): Promise<void> {
  await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId, created: now })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
    .execute()
}

/** Removes a member. Returns false if the user is not a member. */
export async function removeMember(db: Db, groupId: number, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('created')
    .executeTakeFirst()
  return removed !== undefined
}

export const selectPlacesOf = (db: Db, ownerId: string) =>
  db.selectFrom('places').select('id').where('owner_id', '=', ownerId)

/** Removes a user's games from the group that the user leaves, inside the transaction of the departure. */
export const removeGroupPlacesOf = (db: Db, groupId: number, userId: string) =>
  db
    .deleteFrom('group_places')
    .where('group_id', '=', groupId)
    .where('place_id', 'in', selectPlacesOf(db, userId))
    .execute()
