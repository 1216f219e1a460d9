import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { findByNamePart } from '../../foundation/database/name-parts.ts'
import { endOfPrefix } from '../../foundation/name-key.ts'
import { isUp } from '../queries.ts'
import type { NamePosition } from './rules.ts'

/** Lists public places whose name starts with the key, by name. A name equal to the key comes first. */
export const findByPrefix = (
  db: Db,
  key: string,
  { limit, after }: { limit: number; after: NamePosition },
): Promise<NamePosition[]> =>
  db
    .selectFrom('places')
    .select(['id', 'name_key as key'])
    .where('private_server', '=', 0)
    .where(isUp)
    .where('name_key', '>=', key)
    .where('name_key', '<', endOfPrefix(key))
    .$call((query) =>
      keysetPage(query, ['name_key', 'id'], { after: [after.key, after.id], direction: 'asc', limit }),
    )
    .execute()

/**
 * Lists public places whose name contains the key but does not start with it, by id. Both databases can stop reading in this
 * order, without collecting all matches first.
 */
export const findBySubstring = (
  db: Db,
  key: string,
  slice: { limit: number; after: number },
): Promise<number[]> =>
  isPostgres(db) ? findByNamePart(db, publicNames, key, slice) : findByPartOnSqlite(db, key, slice)

async function findByPartOnSqlite(db: Db, key: string, { limit, after }: { limit: number; after: number }) {
  const { rows } = await sql<{ id: number }>`
    select places.id from place_name_parts cross join places on places.id = place_name_parts.rowid
    where place_name_parts match ${`"${key.replaceAll('"', '""')}"`} and place_name_parts.rowid > ${after}
      and places.private_server = 0 and ${isUp}
      and not (places.name_key >= ${key} and places.name_key < ${endOfPrefix(key)})
    order by place_name_parts.rowid
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const publicNames = {
  table: 'places',
  key: 'name_key',
  among: sql<boolean>`private_server = 0`,
  also: sql<boolean>`exists (select 1 from places where places.id = names.id and ${isUp})`,
}
