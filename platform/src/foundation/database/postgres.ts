import { PostgresDialect, PostgresQueryCompiler } from 'kysely'
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
  return { dialect: new Dialect({ pool }), pool }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

class Compiler extends PostgresQueryCompiler {
  /** PostgreSQL takes no text with the character 0, and refuses the whole statement: it is left out. */
  protected override appendValue(value: unknown) {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '') : value)
  }
}
