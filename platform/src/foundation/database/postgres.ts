import { PostgresDialect } from 'kysely'
import pg from 'pg'

/** Connections a process holds at most; PostgreSQL's own default limit is 100 for all of them. */
const maxConnections = 10

export function postgresDialect(url: string): { dialect: PostgresDialect; pool: pg.Pool } {
  const types = new pg.TypeOverrides()
  // Our int8 columns hold times, sizes and counts, all far below 2^53; `pg` would hand them out as text.
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    types,
  })
  return { dialect: new PostgresDialect({ pool }), pool }
}
