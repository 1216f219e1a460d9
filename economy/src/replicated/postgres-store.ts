import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, QueryResultRow } from 'pg'
import type { DatabaseStandby } from '../../contract.ts'
import { LedgerUnavailable } from '../fault.ts'
import { connectToPrimary } from './postgres-hosts.ts'
import { prepareSession, type StoreOptions } from './postgres-session.ts'
import { createTables } from './postgres-tables.ts'
import { type BatchHead, Fenced, type Lease, type LogStore, type StoredBatch } from './store.ts'
import { serviceAnswerMs } from './times.ts'

/** Limits of one read of a standby, which must arrive within `serviceAnswerMs`. */
const batchesAtOnce = 1_000
const bytesAtOnce = 8 << 20

/** The writer's connection holds the advisory lock of this number, so standbys notice its end at once. No other lock has it. */
const writerLock = 7_305_210

/** Time for an orderly end of the connection. */
const endMs = 500

interface BatchRow {
  sequence: string
  epoch: string
  ends_at: string
  hash: Buffer
  lines: Buffer
}

/** The log in PostgreSQL. */
export class PostgresStore implements LogStore {
  readonly #client: Client
  readonly #socket: Socket
  /** Set when the server has warned that a commit may not be durable. */
  #warning: string | undefined
  /** The last statement. After a failed one, no other is sent. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(client: Client, socket: Socket) {
    this.#client = client
    this.#socket = socket
    // The level is not compared, because the server translates it. `connect` asks for warnings only.
    client.on('notice', ({ message }) => {
      this.#warning = message
    })
  }

  /**
   * Connects to the primary, and creates the tables if necessary.
   *
   * @throws EconomyFault if the server has no synchronous standby, unless `mayBeAlone`
   */
  static async connect(
    url: string,
    { mayBeAlone, answerMs = serviceAnswerMs }: StoreOptions,
  ): Promise<PostgresStore> {
    let socket = new Socket()
    const client = await connectToPrimary(url, {
      stream: () => {
        socket = new Socket()
        return socket
      },
      keepAlive: true,
      query_timeout: answerMs,
      application_name: 'baseplate-economy',
    })
    try {
      await prepareSession(client, { mayBeAlone })
      await createTables(client)
      return new PostgresStore(client, socket)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  async lease(): Promise<Lease> {
    const [row] = await this.#rows<{
      epoch: string
      is_open: boolean
      address: string
      renewal: string
      now: number
    }>(
      `SELECT e.epoch, e.is_open, w.address, (extract(epoch FROM w.renewed_at) * 1000000)::bigint AS renewal,
         (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
       FROM ledger_epoch e, ledger_writer w`,
    )
    if (row === undefined) throw new Error('the table ledger_epoch is empty')
    const { epoch, is_open: isOpen, address, renewal, now } = row
    return { epoch: Number(epoch), isOpen, address, renewal: Number(renewal), now }
  }

  async isWriterGone(): Promise<boolean> {
    const [row] = await this.#rows<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      writerLock,
    ])
    return row?.locked === true
  }

  async takeLease(epoch: number, { mayBeClosed = false } = {}): Promise<number | undefined> {
    const [row] = await this.#durably<{ epoch: string }>(
      `WITH taken AS (UPDATE ledger_epoch SET epoch = epoch + 1
         WHERE epoch = $1 AND (is_open OR $2::boolean) RETURNING epoch)
       UPDATE ledger_writer w SET epoch = taken.epoch, address = '', renewed_at = clock_timestamp()
       FROM taken RETURNING w.epoch`,
      [epoch, mayBeClosed],
    )
    if (row === undefined) return undefined
    // A former writer that is paused still has its connection, and with it the lock.
    await this.#rows(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND objid = $1 AND granted AND pid <> pg_backend_pid()
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [writerLock],
    )
    await this.#rows('SELECT pg_advisory_lock($1)', [writerLock])
    return Number(row.epoch)
  }

  async renewLease(epoch: number, address: string): Promise<void> {
    await this.#asWriter(
      'UPDATE ledger_writer SET renewed_at = clock_timestamp(), address = $2 WHERE epoch = $1 RETURNING epoch',
      [epoch, address],
    )
  }

  /** Closes the log to services, durably. @throws Fenced */
  async closeLog(epoch: number): Promise<void> {
    await this.#asWriter('UPDATE ledger_epoch SET is_open = false WHERE epoch = $1 RETURNING epoch', [epoch])
  }

  /**
   * Opens the log to services and gives up the lease, durably. Both in one transaction, because a service may take the lease of an
   * open log, which ends this connection.
   *
   * @throws Fenced
   */
  async openLog(epoch: number): Promise<void> {
    await this.#asWriter(
      `WITH opened AS (UPDATE ledger_epoch SET is_open = true WHERE epoch = $1 RETURNING epoch)
       UPDATE ledger_writer w SET renewed_at = 'epoch', address = '' FROM opened WHERE w.epoch = opened.epoch
       RETURNING w.epoch`,
      [epoch],
    )
  }

  async releaseLease(epoch: number): Promise<void> {
    await this.#rows("UPDATE ledger_writer SET renewed_at = 'epoch', address = '' WHERE epoch = $1", [epoch])
    await this.#rows('SELECT pg_advisory_unlock_all()')
  }

  async append({ sequence, epoch, endsAt, hash, lines }: StoredBatch): Promise<void> {
    await this.#asWriter(
      `INSERT INTO ledger_batches (sequence, epoch, ends_at, hash, lines)
       SELECT $1::bigint, $2::bigint, $3::bigint, $4::bytea, $5::bytea FROM ledger_epoch WHERE epoch = $2::bigint FOR SHARE
       RETURNING sequence`,
      [sequence, epoch, endsAt, hash, lines],
      'append',
    )
  }

  async batchesAfter(sequence: number): Promise<StoredBatch[]> {
    const rows = await this.#rows<BatchRow>(
      `SELECT sequence, epoch, ends_at, hash, lines FROM ledger_batches
       WHERE sequence > $1::bigint AND sequence <= $1::bigint + $2::bigint AND (sequence = $1::bigint + 1 OR ends_at <= $3::bigint
         + coalesce((SELECT ends_at FROM ledger_batches WHERE sequence = $1::bigint), 0))
       ORDER BY sequence`,
      [sequence, batchesAtOnce, bytesAtOnce],
    )
    return rows.map((row) => ({ ...headOf(row), lines: row.lines }))
  }

  async head(sequence: number): Promise<BatchHead | undefined> {
    return this.#head('WHERE sequence = $1', sequence)
  }

  async last(bytesMax = Number.MAX_SAFE_INTEGER): Promise<BatchHead | undefined> {
    return this.#head('WHERE ends_at <= $1 ORDER BY ends_at DESC LIMIT 1', bytesMax)
  }

  /** Without the role `pg_read_all_stats`, the server shows that there are standbys, and nothing about them. */
  async standbys(): Promise<DatabaseStandby[] | undefined> {
    const rows = await this.#rows<DatabaseStandby & { state: string | null }>(
      `SELECT application_name AS name, sync_state AS state,
         pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8 AS "lagBytes"
       FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' ORDER BY application_name`,
    )
    return rows.some(({ state }) => state === null) ? undefined : rows
  }

  async close(): Promise<void> {
    await Promise.race([this.#client.end().catch(() => undefined), sleep(endMs, undefined, { ref: false })])
    // A network that drops packets would keep the socket, and with it the process.
    this.#socket.destroy()
  }

  async #rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#inTurn(() => this.#client.query<Row>(text, values))).rows
  }

  async #head(condition: string, value: number): Promise<BatchHead | undefined> {
    const [row] = await this.#rows<BatchRow>(
      `SELECT sequence, epoch, ends_at, hash FROM ledger_batches ${condition}`,
      [value],
    )
    return row && headOf(row)
  }

  /** Runs a statement that changes nothing for a former writer, durably. @throws Fenced if it has changed nothing */
  async #asWriter(text: string, values: unknown[], name?: string): Promise<void> {
    const rows = await this.#durably(text, values, name)
    if (rows.length === 0) throw new Fenced()
  }

  /**
   * Runs a statement whose commit must be durable.
   *
   * @throws Error if the server has ever warned, since it also reports success when a commit's wait for a standby was cancelled.
   *   A warning is kept, because it may arrive while another statement is already waiting.
   */
  async #durably<Row extends QueryResultRow>(text: string, values: unknown[], name?: string): Promise<Row[]> {
    return this.#inTurn(async () => {
      const { rows } = await this.#client.query<Row>({ text, values, ...(name && { name }) })
      if (this.#warning !== undefined) throw new Error(`the commit may not be durable: ${this.#warning}`)
      return rows
    })
  }

  #inTurn<T>(send: () => Promise<T>): Promise<T> {
    const sent = this.#last.then(send).catch((error) => {
      throw error instanceof LedgerUnavailable
        ? error
        : new LedgerUnavailable(error.message, { cause: error })
    })
    this.#last = sent
    return sent
  }
}

const headOf = ({ sequence, epoch, ends_at, hash }: BatchRow) => ({
  sequence: Number(sequence),
  epoch: Number(epoch),
  endsAt: Number(ends_at),
  hash,
})
