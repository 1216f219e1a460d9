import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { second } from '@baseplate/service/clock'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { CommitUnknown, DatabaseFull, DatabaseUnavailable } from './outage.ts'

/** Maximum compiled statements. The product has a few hundred different ones; the oldest are evicted beyond that. */
const maxCachedStatements = 500

/** Time for which a write waits for another process that is writing, such as a command. */
const patienceMs = 5 * second
const maxPauseMs = 20

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const busy = 5
const full = 13

/**
 * Kysely's driver over Node's own `node:sqlite`, with one connection that callers take turns on.
 *
 * SQLite has one writer at a time, and reports at once that another process is writing. The driver then retries, and lets other
 * callers use the connection meanwhile. A wait inside SQLite would stop the whole process. Transactions begin as writers, because
 * SQLite refuses a transaction that reads first if another process has written before its first write.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #turns = new Turns()
  readonly #connection: Connection

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#connection = new Connection(database, this.#turns)
  }

  async init() {}

  async acquireConnection() {
    await this.#turns.take()
    return this.#connection
  }

  async releaseConnection() {
    this.#turns.pass()
  }

  async beginTransaction() {
    await outlastBusy(this.#turns, () => this.#database.exec('begin immediate'))
  }

  /** Most failures after the commit reached the log leave its outcome unknown: the next process may find it there. */
  async commitTransaction() {
    try {
      this.#database.exec('commit')
    } catch (error) {
      throw primaryCodeOf(error) === full ? new DatabaseFull(error) : new CommitUnknown(error)
    }
  }

  /** Ignores its own failure: SQLite has rolled back after some errors, and the first error is the one to report. */
  async rollbackTransaction() {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async destroy() {
    this.#database.close()
  }
}

/** Lets callers use the connection one after the other. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #turns: Turns
  readonly #statements = new Map<string, { statement: StatementSync; isReader: boolean }>()

  constructor(database: DatabaseSync, turns: Turns) {
    this.#database = database
    this.#turns = turns
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = () => this.#execute<Row>(sql, parameters as SQLInputValue[])
    // A transaction is a writer from its beginning, so its statements never have to wait.
    return this.#database.isTransaction ? translated(execute) : outlastBusy(this.#turns, execute)
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#prepare(sql).statement.iterate(...(parameters as SQLInputValue[])))
      yield { rows: [row as Row] }
  }

  #execute<Row>(sql: string, parameters: readonly SQLInputValue[]): QueryResult<Row> {
    const { statement, isReader } = this.#prepare(sql)
    if (isReader) return { rows: statement.all(...parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  /** Kysely prepares each query again, so compiled statements are cached by their text. */
  #prepare(sql: string) {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#database.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    if (this.#statements.size >= maxCachedStatements)
      this.#statements.delete(this.#statements.keys().next().value ?? '')
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * Retries a step while another process writes. Other callers have the connection between two attempts.
 *
 * @throws DatabaseUnavailable when the other process takes too long; the error of the step.
 */
async function outlastBusy<T>(turns: Turns, step: () => T): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return translated(step)
    } catch (error) {
      if (primaryCodeOf(error) !== busy) throw error
      if (performance.now() > deadline) throw new DatabaseUnavailable(error)
    }
    turns.pass()
    await setTimeout(1 + Math.random() * maxPauseMs)
    await turns.take()
  }
}

/** @throws DatabaseFull when the disk is full; any other error of the step. */
function translated<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw primaryCodeOf(error) === full ? new DatabaseFull(error) : error
  }
}

/** Returns the result code of an SQLite error. Its higher bits have details. */
const primaryCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
