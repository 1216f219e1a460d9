import type { Logger } from '@baseplate/service/log'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { CommitUnknown, DatabaseUnavailable } from './outage.ts'
import { queryTimings, timeQuery } from './query-timings.ts'
import { RetryingKysely, retryLostRace } from './retry.ts'
import { WatchedPool } from './watched-pool.ts'

export interface PostgresLimits {
  /** Maximum number of connections of the process. */
  poolSize: number
  /** Milliseconds; 0 is none. They are PostgreSQL's own settings of these names. */
  timeouts: {
    statement_timeout: number
    lock_timeout: number
    idle_in_transaction_session_timeout: number
  }
  /** A pooler such as PgBouncer shares sessions between clients, and refuses settings for a whole session. */
  pooled: boolean
}

/** For tools and migrations, which have no time limits. */
const patient: PostgresLimits = {
  poolSize: 10,
  timeouts: { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 },
  // Role settings may limit sessions, so each transaction lifts the limits for itself.
  pooled: true,
}

/** Opens a pool of connections. The first query makes the first connection. */
export function openPostgres<Schema>(url: string, limits = patient, log?: Logger): Kysely<Schema> {
  const types = new pg.TypeOverrides()
  // Our int8 columns hold times, sizes, counts and amounts, all below 2^53; `pg` would hand them out as text.
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    ...(!limits.pooled && limits.timeouts),
  })
  // The pool listens to idle clients only. Without a listener of its own, a client in use that breaks ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ error: error.message }, 'a database connection broke'))
  })
  pool.on('error', () => {})
  const watched = limits !== patient && log ? new WatchedPool(pool, url, log) : pool
  return new PooledKysely<Schema>({ dialect: new Dialect({ pool: watched }, limits), log: timeQuery }, pool)
}

/** Connections of a pool. */
export interface PoolUse {
  used: number
  idle: number
  /** Maximum number of connections. */
  max: number
  /** Requests that wait for a connection. */
  waiting: number
}

class PooledKysely<Schema> extends RetryingKysely<Schema> {
  readonly #pool: pg.Pool

  constructor(config: KyselyConfig, pool: pg.Pool) {
    super(config)
    this.#pool = pool
  }

  poolUse(): PoolUse {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool
    return { used: totalCount - idle, idle, max: options.max, waiting }
  }
}

/** Returns the use of a database's pool; undefined for a database without one. */
export const poolUseOf = <Schema>(db: Kysely<Schema>): PoolUse | undefined =>
  db instanceof PooledKysely ? db.poolUse() : undefined

/** Key of the advisory lock on migrations: the one that Kysely itself uses. */
const migrationLock = '3853314791062309107'

/** Waits until no other process migrates. The lock ends with the transaction, because a pooled session would keep it. */
export const lockMigrations = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(BigInt(migrationLock))})`.execute(db)
}

class Adapter extends PostgresAdapter {
  override acquireMigrationLock = lockMigrations
  override async releaseMigrationLock() {}
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #limits: PostgresLimits

  constructor(config: PostgresDialectConfig, limits: PostgresLimits) {
    super(config)
    this.#config = config
    this.#limits = limits
  }

  override createAdapter() {
    return new Adapter()
  }

  override createDriver() {
    return new Driver(this.#config, this.#limits)
  }

  override createQueryCompiler() {
    return new Compiler()
  }
}

class Compiler extends PostgresQueryCompiler {
  /** Removes NUL characters from texts, because PostgreSQL rejects a statement with one. */
  protected override appendValue(value: unknown) {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '') : value)
  }
}

type Connection = Parameters<PostgresDriver['releaseConnection']>[0]

/** Kysely's driver. Tells outages from other failures, and a COMMIT with an unknown outcome from both. */
class Driver extends PostgresDriver {
  /** Sent with `begin`, without a round trip of its own. */
  readonly #settings: string
  readonly #inTransaction = new WeakSet<DatabaseConnection>()
  readonly #known = new WeakSet<DatabaseConnection>()
  /** Errors that aborted the transactions of connections. Later statements only report that the transaction is aborted. */
  readonly #aborts = new WeakMap<DatabaseConnection, unknown>()

  constructor(config: PostgresDialectConfig, { pooled, timeouts }: PostgresLimits) {
    super(config)
    this.#settings = pooled
      ? Object.entries(timeouts)
          .map(([name, ms]) => `; set local ${name} = ${ms}`)
          .join('')
      : ''
  }

  override async acquireConnection() {
    const started = performance.now()
    const connection = await super.acquireConnection().catch((error: unknown) => {
      queryTimings.observe('connection', performance.now() - started, true)
      throw new DatabaseUnavailable(error)
    })
    queryTimings.observe('connection', performance.now() - started, false)
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      this.#explainFailures(connection)
    }
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const modes = [
      settings.isolationLevel && `isolation level ${settings.isolationLevel}`,
      settings.accessMode,
    ]
    this.#inTransaction.add(connection)
    this.#aborts.delete(connection)
    await connection.executeQuery(
      CompiledQuery.raw(['begin', ...modes.filter(Boolean)].join(' ') + this.#settings),
    )
  }

  override async commitTransaction(connection: Connection) {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw error instanceof DatabaseUnavailable && !isRolledBack(error.cause)
        ? new CommitUnknown(error.cause)
        : error
    }
  }

  /** Ignores its own failure: the server rolls back when the connection is lost, and the first error is the one to report. */
  override async rollbackTransaction(connection: Connection) {
    await super.rollbackTransaction(connection).catch(() => {})
  }

  override async releaseConnection(connection: Connection) {
    this.#inTransaction.delete(connection)
    this.#aborts.delete(connection)
    await super.releaseConnection(connection)
  }

  #explainFailures(connection: DatabaseConnection) {
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
    const isAlone = () => !this.#inTransaction.has(connection)
    const explained = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      try {
        return await execute<Row>(query)
      } catch (failure) {
        const error = isAborted(failure) ? (this.#aborts.get(connection) ?? failure) : failure
        if (!isAlone()) this.#aborts.set(connection, error)
        if (!isOutage(error)) throw error
        const isWrite = isAlone() && !/^\s*select\b/i.test(query.sql)
        throw isWrite && !isRolledBack(error) ? new CommitUnknown(error) : new DatabaseUnavailable(error)
      }
    }
    // A statement outside a transaction is a transaction of its own.
    connection.executeQuery = <Row>(query: CompiledQuery) =>
      isAlone() ? retryLostRace(() => explained<Row>(query)) : explained<Row>(query)
  }
}

/**
 * PostgreSQL's error classes (its manual, appendix A) for connections (08), insufficient resources (53) and operator intervention
 * (57), which includes statement timeouts. The single codes are for lock timeouts, and for transactions that
 * are idle or take too long.
 */
const outages = /^(08|53|57)|^(55P03|25P03|25P04)$/

/** Whether the connection or the server failed, rather than the statement. Errors of `pg` itself are about connections. */
function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return outages.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError)
}

/** Whether an earlier statement of the transaction has failed. */
const isAborted = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

/** Whether the server reported that it did not execute a statement. A more severe error may follow the commit. */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'
