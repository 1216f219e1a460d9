import { Worker } from 'node:worker_threads'
import type { SnapshotTask } from './write.ts'

/** Minimum number of events between two snapshots: about half a second of replay. */
const eventsBetween = 250_000

/** In a larger ledger, a snapshot is due when it has grown by this fraction, because a snapshot contains the whole book. */
const growth = 1 / 32

/** Returns the number of new events after which a snapshot is due. */
export const dueAfter = (events: number, between = eventsBetween) => Math.max(between, events * growth)

const startThread = (task: SnapshotTask): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData: task })

export interface SnapshotState {
  /** Number of events in the last snapshot. */
  events: number
  /** When it was written, in Unix milliseconds; 0 without one. */
  savedAt: number
}

/**
 * Writes a snapshot whenever enough events have been added. A thread rebuilds the book from the previous snapshot and the file, so
 * the service neither stops nor copies its own book. Meanwhile the process needs memory for a second book.
 */
export class SnapshotSchedule {
  readonly #ledgerFile: string
  readonly #between: number | undefined
  readonly #onFailure: (error: unknown) => void
  readonly #startThread: (task: SnapshotTask) => Worker
  #worker: Worker | undefined
  #events: number
  #savedAt: number
  #closed = false

  constructor(
    ledgerFile: string,
    {
      present,
      ...options
    }: {
      present: SnapshotState
      between?: number | undefined
      onFailure: (error: unknown) => void
      /** For tests. */
      startThread?: (task: SnapshotTask) => Worker
    },
  ) {
    this.#ledgerFile = ledgerFile
    this.#events = present.events
    this.#savedAt = present.savedAt
    this.#between = options.between
    this.#onFailure = options.onFailure
    this.#startThread = options.startThread ?? startThread
  }

  get state(): SnapshotState {
    return { events: this.#events, savedAt: this.#savedAt }
  }

  /**
   * Starts a snapshot if one is due.
   *
   * @param events number of events in the ledger
   * @param bytes length of their lines
   */
  grown(events: number, bytes: number): void {
    if (this.#worker !== undefined || this.#closed) return
    if (events - this.#events < dueAfter(this.#events, this.#between)) return
    const task: SnapshotTask = { ledgerFile: this.#ledgerFile, bytes }
    const fail = (error: unknown) => {
      // Retries after as many events as if this attempt had succeeded.
      this.#events = events
      this.#onFailure(error)
    }
    let worker: Worker
    try {
      worker = this.#startThread(task)
    } catch (error) {
      // The system may allow no further thread. A ledger needs no snapshot.
      fail(error)
      return
    }
    this.#worker = worker
    worker.once('message', (written: number) => {
      this.#events = written
      this.#savedAt = Date.now()
    })
    worker.once('error', fail)
    worker.once('exit', () => {
      this.#worker = undefined
    })
    worker.unref()
  }

  /** Stops a snapshot that is being written. The previous one stays. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }
}
