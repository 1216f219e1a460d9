import { DatabaseSync } from 'node:sqlite'
import {
  type Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import { isPostgres } from './dialect.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/** Returns Kysely's SQLite dialect over Node's own `node:sqlite`. */
export const sqliteDialect = (database: DatabaseSync): SqliteDialect => new Dialect(database)

class Dialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    // Kysely's own driver, which would need a database, is not used.
    super({
      database: async () => {
        throw new Error('the driver opens no database')
      },
    })
    this.#database = database
  }

  override createDriver() {
    return new SqliteDriver(this.#database)
  }

  override createAdapter() {
    return new Adapter()
  }

  override createQueryCompiler() {
    return new QueryCompiler()
  }
}

/**
 * Writes limits into the text of a statement. SQLite plans a statement by the value of a limit that is bound, and therefore
 * compiles it again each time that it runs, which takes ten times as long as running it.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode) {
    if (!ValueNode.is(limit) || !Number.isSafeInteger(limit.value))
      throw new TypeError('a limit is an integer, so that it can be part of the statement')
    this.append('limit ')
    this.appendImmediateValue(limit.value)
  }
}

class Adapter extends SqliteAdapter {
  /** The driver lets callers use the connection one after the other. With a lock of Kysely's, it could not let them do so earlier. */
  override get supportsMultipleConnections() {
    return true
  }

  /** Migrations are applied in one transaction, so that an interrupted one leaves nothing behind. Kysely's default is not to. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Time for which the start waits for another process that uses the database. */
const openingMs = 5_000

/**
 * Opens a database in WAL mode with a full sync at each commit, so that a confirmed write survives a power cut. The cache of
 * 16 MiB holds the rows and indexes of a busy evening; with SQLite's default of 2 MB, most lookups went to the kernel. Deleted
 * rows are overwritten, so that an erased account does not remain in free pages. Afterwards, no statement waits inside SQLite,
 * because that would stop the process: `SqliteDriver` waits instead.
 */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: openingMs })
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma cache_size = -16384;
    pragma secure_delete = on;
    pragma busy_timeout = 0;
  `)
  return database
}

/**
 * Empties the write-ahead log, which has older versions of rows. Returns false if another process is reading or writing, which
 * prevents it. Waits for nothing.
 */
export async function emptyLog<Schema>(db: Kysely<Schema>): Promise<boolean> {
  if (isPostgres(db)) return true
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy === 0
}
