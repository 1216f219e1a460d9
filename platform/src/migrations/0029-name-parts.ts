import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** The names that are found by a part of them, and the indexes of `pg_trgm` that they had. */
const names = [
  { table: 'users', key: 'username_key', former: 'users_name_part' },
  { table: 'places', key: 'name_key', former: 'places_name_part' },
  { table: 'groups', key: 'name_key', former: 'groups_name_part' },
  {
    table: 'assets',
    key: 'name_key',
    former: 'catalog_name_part',
    where: "visibility = 'Visible' and type not in (1, 4, 5)",
  },
]

/**
 * On PostgreSQL, names are found by all that three of their characters in a row may be, as on SQLite. `pg_trgm` knows letters and
 * digits alone, of which letters depends on the locale of the database, and none of what is on both sides of a space: it found
 * 33,000 names of a million for `den 9` that no name had, and all 300,000 with `den` for `den*`.
 *
 * The first character is left out: names that begin with what is looked for are found by their key, once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create function name_parts(name text) returns text[] language sql immutable strict parallel safe as $$
    select array(select distinct substr(name, at, 3) from generate_series(2, length(name) - 2) as at)
  $$`.execute(db)
  for (const { table, key, former, where } of names) {
    await sql`drop index if exists ${sql.id(former)}`.execute(db)
    await sql`create index ${sql.id(`${table}_name_parts`)} on ${sql.table(table)}
      using gin (name_parts(${sql.ref(key)})) with (fastupdate = off) ${sql.raw(where ? `where ${where}` : '')}`.execute(
      db,
    )
  }
}
