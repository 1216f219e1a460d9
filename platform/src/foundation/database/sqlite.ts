import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely'
import { isPostgres } from './dialect.ts'
import { CommitUnknown } from './outage.ts'

/** Maximum compiled statements. The product has a few hundred different ones; the oldest are evicted beyond that. */
const maxCachedStatements = 500

/**
 * Kysely's SQLite dialect over Node's own `node:sqlite`.
 *
 * Kysely asks a statement whether it is a `reader`, which `node:sqlite` shows only by its result columns. Kysely also prepares
 * each query again, so the adapter caches compiled statements by their text.
 */
export function sqliteDialect(database: DatabaseSync): SqliteDialect {
  return new Dialect(adapt(database))
}

class Dialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new Driver({ database: this.#database })
  }
}

class Driver extends SqliteDriver {
  /** A failure after the commit reached the log leaves its outcome unknown: the next process may find it there. */
  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection).catch((error: unknown) => {
      throw new CommitUnknown(error)
    })
  }

  /** Ignores its own failure: SQLite has rolled back after some errors, and the first error is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/**
 * Opens a database in WAL mode with a full sync at each commit, so that a confirmed write survives a power cut. The cache of
 * 16 MiB holds the rows and indexes of a busy evening; with SQLite's default of 2 MB, most lookups went to the kernel. Deleted
 * rows are overwritten, so that an erased account does not remain in free pages.
 */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 5000;
    pragma cache_size = -16384;
    pragma secure_delete = on;
  `)
  return database
}

/** Empties the write-ahead log, which has older versions of rows. A concurrent reader prevents this. */
export async function emptyLog<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()

  return {
    close: () => database.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (!statement) {
        statement = adaptStatement(database.prepare(sql))
        if (statements.size >= maxCachedStatements) statements.delete(statements.keys().next().value ?? '')
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

const adaptStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
})
