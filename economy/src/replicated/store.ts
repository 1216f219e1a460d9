import type { DatabaseStandby } from '../../contract.ts'
import { EconomyFault } from '../fault.ts'

/** Lines that were committed together. */
export interface StoredBatch {
  /** 1 for the first one, without gaps. */
  sequence: number
  /** The epoch of its writer. */
  epoch: number
  /** Length of the ledger with it, in bytes. */
  endsAt: number
  /** The running hash of the ledger with it: see `Chain.hash`. */
  hash: Buffer
  lines: Buffer
}

export type BatchHead = Omit<StoredBatch, 'lines'>

/** The writer's right to append. The epoch grows with each new writer. */
export interface Lease {
  epoch: number
  /** The writer's address for clients. It is empty until the writer's first renewal, and after a release. */
  address: string
  /**
   * Differs after each renewal; 0 for a released lease. It says nothing about time, because the clock of the present primary
   * may differ from that of the former one.
   */
  renewal: number
  /** Whether services may write. False while a file is the ledger: from an import's first event to its end, and after a copy. */
  isOpen: boolean
  /** The database's time in Unix milliseconds. */
  now: number
}

/** A writer with a newer epoch exists. Nothing was appended. */
export class Fenced extends EconomyFault {
  constructor() {
    super('another process has become the writer')
  }
}

/**
 * A connection to the log of a ledger that several processes share. After an error that is not `Fenced`, the outcome of the call
 * is unknown, and the store must be closed. A new store shows what the log has.
 */
export interface LogStore {
  lease: () => Promise<Lease>
  /** Returns whether no other process is connected as the writer. If so, this connection is the writer's from then on. */
  isWriterGone: () => Promise<boolean>
  /**
   * Becomes the writer of an open log unless another process did so since `epoch`. Returns the new epoch. From then on, no batch of an
   * older epoch can be appended, and each batch that `batchesAfter` returns is as durable as an acknowledged one.
   */
  takeLease: (epoch: number) => Promise<number | undefined>
  /**
   * Renews the lease durably. Only a writer that knows its epoch to be durable may do so, because others trust an epoch from its first
   * renewal on.
   *
   * @throws Fenced
   */
  renewLease: (epoch: number, address: string) => Promise<void>
  /** Lets a standby take over at once. */
  releaseLease: (epoch: number) => Promise<void>
  /**
   * Appends a batch and waits until it is durable. If the server has synchronous standbys, one of them has it as well.
   *
   * @throws Fenced
   */
  append: (batch: StoredBatch) => Promise<void>
  /** Returns the next batches, in order, of limited total size. Empty at the end of the log. */
  batchesAfter: (sequence: number) => Promise<StoredBatch[]>
  /** Returns a batch without its lines. */
  head: (sequence: number) => Promise<BatchHead | undefined>
  /** Returns the newest batch; with `bytesMax`, the newest one up to which the ledger has at most this length. */
  last: (bytesMax?: number) => Promise<BatchHead | undefined>
  /** Returns the standbys of the PostgreSQL server, or undefined if its user may not see them. */
  standbys: () => Promise<DatabaseStandby[] | undefined>
  close: () => Promise<void>
}
