import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Logger } from '@baseplate/service/log'
import { Kysely, sql } from 'kysely'
import { finishRestore } from '../restoring.ts'
import { type DatabaseLocation, sqliteFile } from './location.ts'
import { backUpSqlite, type Migrations, migrate } from './migrate.ts'
import { refuseOtherDatabase } from './other-database.ts'
import { DatabaseUnavailable, outlastOutage } from './outage.ts'
import { openPostgres, type PostgresLimits } from './postgres.ts'
import { timeQuery } from './query-timings.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

/** Limits of a process that serves requests. Tools have none. */
interface ServingLimits {
  limits: {
    /** Maximum number of connections. */
    PoolSize: number
    /** PostgreSQL's own limits, in seconds; 0: none. */
    StatementSeconds: number
    LockSeconds: number
    IdleTransactionSeconds: number
  }
  /** PostgreSQL is behind a pooler that shares sessions between clients. */
  pooled: boolean
}

/**
 * Opens and migrates the product's database.
 *
 * @throws CannotStart when the database cannot be opened, reached or migrated, or when the platform's rows are in another
 * database. Also thrown after a restore that stopped before it wrote rows, because the migrated database would look complete.
 */
export async function openDatabase<Schema>(
  location: DatabaseLocation,
  migrations: Migrations,
  log: Logger,
  serving?: ServingLimits,
): Promise<Kysely<Schema>> {
  await finishRestore(location)
  if (!location.url) {
    await refuseOtherDatabase(location)
    return openSqliteFile<Schema>(location.dataDirectory, migrations, log)
  }
  const db = openPostgres<Schema>(location.url, serving && limitsOf(serving), log)
  // Migrations may take long, so they have connections of their own, without limits. None is opened unless one is pending.
  const migrating = openPostgres<Schema>(location.url, undefined, log)
  try {
    await outlastOutage(log, () => sql`select 1`.execute(db), isCut)
    await refuseOtherDatabase(location)
    await outlastOutage(log, () => migrate(db, migrations, log, { on: migrating }))
    return db
  } catch (error) {
    await db.destroy()
    throw error instanceof DatabaseUnavailable ? new CannotStart(whyUnreachable(error)) : error
  } finally {
    await migrating.destroy()
  }
}

const limitsOf = ({ limits, pooled }: ServingLimits): PostgresLimits => ({
  poolSize: limits.PoolSize,
  timeouts: {
    statement_timeout: limits.StatementSeconds * 1_000,
    lock_timeout: limits.LockSeconds * 1_000,
    idle_in_transaction_session_timeout: limits.IdleTransactionSeconds * 1_000,
  },
  pooled,
})

/** PostgreSQL's codes for a server that stops or starts, and the system's for a connection that broke. */
const cutCodes = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'])

/** Whether a connection was cut. Any other error at the first contact is likely a wrong address and is reported at once. */
const isCut = ({ cause }: DatabaseUnavailable) => {
  const code = codeOf(cause)
  return code === undefined || cutCodes.has(code)
}

function whyUnreachable({ cause, message }: DatabaseUnavailable): string {
  const sentence = `The database at DATABASE_URL cannot be reached: ${message}`
  const isPooler = codeOf(cause) === '08P01' && message.includes('startup parameter')
  return isPooler ? `${sentence}. Behind a pooler, set DATABASE_LISTEN_URL to the server itself.` : sentence
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined

async function openSqliteFile<Schema>(
  directory: string,
  migrations: Migrations,
  log: Logger,
): Promise<Kysely<Schema>> {
  const file = join(directory, sqliteFile)
  try {
    const database = openSqlite(file)
    const db = new Kysely<Schema>({ dialect: sqliteDialect(database), log: timeQuery })
    try {
      const backUpBefore = async (migration: string) => {
        const time = new Date().toISOString().replaceAll(':', '')
        const copy = join(directory, 'backups', `before-${migration}-${time}.sqlite`)
        await backUpSqlite(database, copy)
        log.info({ copy }, 'database backed up before its migration')
      }
      await migrate(db, migrations, log, { backUpBefore })
      return db
    } catch (error) {
      await db.destroy()
      throw error
    }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`The database ${file} cannot be opened: ${(error as Error).message}`)
  }
}
