import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { behind } from './rules.ts'

/** A user who was found, and their place in the order of what was searched. */
export interface Found {
  id: string
  username: string
  at: string
}

/** Users whose name begins with it, in the order of their names: the one who is called so comes first. */
export const findByBeginning = (db: Db, key: string, after: string, limit: number): Promise<Found[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'username_key as at'])
    .where('username_key', '>=', key)
    .where('username_key', '<', behind(key))
    .where('username_key', '>', after)
    .orderBy('username_key')
    .limit(limit)
    .execute()

/**
 * Users whose name has it behind its first character, and does not begin with it. However many there are, the work is
 * that of few, so their order is what each database can give: SQLite's that of their registration, PostgreSQL's their ids'.
 */
export const findByPart = (db: Db, key: string, after: string, limit: number): Promise<Found[]> =>
  isPostgres(db) ? onPostgres(db, key, after, limit) : onSqlite(db, key, after, limit)

/** The full-text index hands out what it finds in order, and is asked for no more than are shown. */
async function onSqlite(db: Db, key: string, after: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select users.id, users.username, cast(user_numbers.number as text) as at
    from user_name_parts
      cross join user_numbers on user_numbers.number = user_name_parts.rowid
      cross join users on users.id = user_numbers.user_id
    where user_name_parts match ${`"${key}"`} and user_name_parts.rowid > ${Number(after) || 0}
      and not (users.username_key >= ${key} and users.username_key < ${behind(key)})
    order by user_name_parts.rowid
    limit ${limit}`.execute(db)
  return rows
}

/**
 * How many names are read in order before the index is asked, which collects everything that it finds. What that many
 * names have fewer than a page of is rare: some ten thousands among a million names at most. Ids are drawn by chance,
 * so no name stands nearer to those like it.
 */
const readInOrder = 4_000

async function onPostgres(db: Db, key: string, after: string, limit: number): Promise<Found[]> {
  const isMatch = sql`substr(username_key, 2) like ${pattern(key)} and not starts_with(username_key, ${key})`
  const frequent = await sql<Found>`
    select id, username, id as at from users where id in (
      select id from (select id, username_key from users where id > ${after} order by id limit ${readInOrder}) as names
      where ${isMatch} order by id limit ${limit}
    ) order by id`.execute(db)
  if (frequent.rows.length === limit) return frequent.rows
  const rare = await sql<Found>`
    with found as materialized (
      select id, username, id as at from users
      where translate(substr(username_key, 2), '_', 'q') like ${pattern(key.replaceAll('_', 'q'))} and ${isMatch}
        and id > ${after}
    )
    select * from found order by id limit ${limit}`.execute(db)
  return rare.rows
}

const pattern = (key: string) => `%${key.replaceAll('_', '\\_')}%`
