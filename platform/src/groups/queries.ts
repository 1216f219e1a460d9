import { type Selectable, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { behindAll, nameKeyOf } from '../foundation/name-key.ts'
import type { GroupPosition } from './rules.ts'
import type { GroupTables } from './tables.ts'

export type GroupRow = Selectable<GroupTables['groups']>

/** What lists show of a group. */
export interface GroupListing {
  id: number
  name: string
  memberCount: number
}

const listings = (db: Db) =>
  db
    .selectFrom('groups')
    .select(['groups.id', 'groups.name', 'groups.member_count as memberCount'])
    .where('groups.open', '=', 1)

/** In any letter case; one that is not paid for yet, too. */
export const findGroup = (db: Db, name: string): Promise<GroupRow | undefined> =>
  db.selectFrom('groups').selectAll().where('name_key', '=', nameKeyOf(name)).executeTakeFirst()

/** The largest first. */
export const listLargest = (
  db: Db,
  { limit, after }: { limit: number; after?: GroupPosition | undefined },
): Promise<GroupListing[]> =>
  listings(db)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('member_count', 'id'), '<', tuple(after?.members ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('member_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Groups whose name begins with it, in the order of their names: the one that is called so comes first. */
export const findByBeginning = (db: Db, key: string, limit: number): Promise<GroupListing[]> =>
  listings(db)
    .where('name_key', '>=', key)
    .where('name_key', '<', behindAll(key))
    .orderBy('name_key')
    .limit(limit)
    .execute()

/** Groups whose name has it behind its first character, and does not begin with it. */
export async function findByPart(db: Db, key: string, limit: number): Promise<GroupListing[]> {
  const found = isPostgres(db)
    ? sql<number>`(select id from groups where substr(name_key, 2) like ${`%${key.replaceAll(/[\\%_]/g, '\\$&')}%`})`
    : sql<number>`(select rowid from group_name_parts
        where group_name_parts match ${`"${key.replaceAll('"', '""')}"`} order by rowid)`
  return listings(db)
    .where('groups.id', 'in', found)
    .where((eb) => eb.not(eb.and([eb('name_key', '>=', key), eb('name_key', '<', behindAll(key))])))
    .orderBy('groups.id')
    .limit(limit)
    .execute()
}

export const listMembers = (
  db: Db,
  groupId: number,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<{ id: string; username: string; created: number }[]> =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['users.id', 'users.username', 'group_members.created'])
    .where('group_id', '=', groupId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('group_members.created', 'user_id'), '<', tuple(after?.created ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('group_members.created', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit)
    .execute()

export const isMember = async (db: Db, groupId: number, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('group_members')
    .select('created')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Those that somebody is in, their own among them, the newest membership first. */
export const listGroupsOf = (db: Db, userId: string): Promise<GroupListing[]> =>
  listings(db)
    .innerJoin('group_members', 'group_members.group_id', 'groups.id')
    .where('group_members.user_id', '=', userId)
    .orderBy('group_members.created', 'desc')
    .orderBy('groups.id', 'desc')
    .execute()

export const listGroupsOwned = (db: Db, userId: string): Promise<GroupListing[]> =>
  listings(db)
    .where('owner_id', '=', userId)
    .orderBy('groups.created', 'desc')
    .orderBy('groups.id', 'desc')
    .execute()

export async function countMemberships(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('group_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Somebody comes in; false: they are there already. */
export async function addMember(db: Db, groupId: number, userId: string, now: number): Promise<boolean> {
  const added = await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId, created: now })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
    .returning('created')
    .executeTakeFirst()
  if (added) await addToCount(db, groupId, 1)
  return added !== undefined
}

/** Somebody goes; false: they are not there. */
export async function removeMember(db: Db, groupId: number, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('created')
    .executeTakeFirst()
  if (removed) await addToCount(db, groupId, -1)
  return removed !== undefined
}

const addToCount = (db: Db, groupId: number, number: 1 | -1) =>
  db
    .updateTable('groups')
    .set((eb) => ({ member_count: eb('member_count', '+', number) }))
    .where('id', '=', groupId)
    .execute()
