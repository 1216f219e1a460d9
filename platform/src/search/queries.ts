import { isPostgres } from '@baseplate/storage/database/dialect'
import { findByNamePart } from '@baseplate/storage/database/name-parts'
import { sql } from 'kysely'
import { isGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { afterPrefix } from './rules.ts'

/** A user in the results, with the position in their order. */
export interface Found {
  id: string
  username: string
  portrait: string | null
  at: string
}

/** Returns the SQL condition for accounts that a search finds: all except accounts that are gone. */
const isFindable = (userId: 'users.id' | 'names.id') => sql<boolean>`not ${isGone(userId)}`

/** Lists users whose name begins with a key, in the order of names. An equal name comes first. */
export const findByBeginning = (db: Db, key: string, after: string, limit: number): Promise<Found[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'portrait', 'username_key as at'])
    .where('username_key', '>=', key)
    .where('username_key', '<', afterPrefix(key))
    .where('username_key', '>', after)
    .where(isFindable('users.id'))
    .orderBy('username_key')
    .limit(limit)
    .execute()

/**
 * Lists users whose name contains a key after its first character and does not begin with it. The order is the one that each
 * database's index yields without sorting all matches: registration on SQLite, ids on PostgreSQL.
 */
export const findByPart = (db: Db, key: string, after: string, limit: number): Promise<Found[]> =>
  isPostgres(db) ? onPostgres(db, key, after, limit) : onSqlite(db, key, after, limit)

/** The full-text index yields matches in order, so `limit` bounds the work. */
async function onSqlite(db: Db, key: string, after: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select users.id, users.username, users.portrait, cast(user_numbers.number as text) as at
    from user_name_parts
      cross join user_numbers on user_numbers.number = user_name_parts.rowid
      cross join users on users.id = user_numbers.user_id
    where user_name_parts match ${`"${key}"`} and user_name_parts.rowid > ${Number(after) || 0}
      and not (users.username_key >= ${key} and users.username_key < ${afterPrefix(key)})
      and ${isFindable('users.id')}
    order by user_name_parts.rowid
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

const findableNames = { table: 'users', key: 'username_key', also: isFindable('names.id') }

async function onPostgres(db: Db, key: string, after: string, limit: number): Promise<Found[]> {
  const ids = await findByNamePart(db, findableNames, key, { limit, after })
  if (ids.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'portrait', 'id as at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
