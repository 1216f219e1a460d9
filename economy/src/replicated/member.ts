import type { LedgerEvent } from '../../contract.ts'
import { EconomyFault } from '../ledger/fault.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Clock } from './clock.ts'
import { type CopyOptions, LedgerCopy } from './copy.ts'
import { ReplicatedLog } from './replicated-log.ts'
import type { LogStore } from './store.ts'

/** Times that decide when a standby takes over. */
export interface LeaseTimes {
  /** How often the writer renews its lease. */
  renewMs: number
  /**
   * Age up to which the writer answers reads. A standby does not take over before, even if the writer's connection is gone, because
   * a writer that was only cut off would go on answering with old balances.
   */
  readMs: number
  /** Age at which a standby takes over from a writer that still has its connection, such as a paused one. */
  abandonedMs: number
  /** How often a standby looks for new events, and for the writer's connection. */
  followMs: number
}

export const defaultTimes: LeaseTimes = { renewMs: 500, readMs: 1_500, abandonedMs: 5_000, followMs: 200 }

const retryMs = 500

export interface MemberOptions {
  connect: () => Promise<LogStore>
  /** Directory of the copy. */
  directory: string
  /** The address under which clients reach this process. */
  address: () => string
  times: LeaseTimes
  copy: CopyOptions
  onAccepted: (events: readonly LedgerEvent[]) => void
  onFailure: (error: unknown) => void
  onRole: (message: string) => void
  clock: Clock
}

/**
 * The present role of a process. `renewedAt` is when the writer last renewed its lease, and `readAt` when a standby's copy was
 * last complete, both by `Clock.elapsed`. `writer` is the writer's address, or empty.
 */
export type Role =
  | { role: 'writer'; ledger: Ledger; copy: LedgerCopy; epoch: number; renewedAt: number }
  | { role: 'standby'; copy: LedgerCopy; epoch: number; writer: string; readAt: number }
  | { role: 'starting' }

/**
 * One of several processes that share a log. It follows the log as a standby, takes over when the writer is gone, and writes until it
 * loses its lease or does not know an append's outcome. Then it starts again from what the log has.
 */
export class Member {
  readonly #options: MemberOptions
  #role: Role = { role: 'starting' }
  #closed = false
  /** The newest epoch that any server had. */
  #newestEpoch = 0
  /** The database's time minus that of this machine. */
  #clockAheadMs = 0
  #wake = () => {}
  readonly #running: Promise<void>

  constructor(options: MemberOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  get role(): Role {
    return this.#role
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { onFailure } = this.#options
    while (!this.#closed) {
      await this.#serve().catch(onFailure)
      this.#role = { role: 'starting' }
      if (!this.#closed) await this.#sleep(retryMs)
    }
  }

  /** Follows and leads over one connection, until it fails or the member is closed. */
  async #serve(): Promise<void> {
    const { directory, copy: copyOptions } = this.#options
    const store = await this.#connect()
    if (store === undefined) return
    try {
      const copy = await LedgerCopy.open(directory, store, copyOptions)
      try {
        const epoch = await this.#follow(store, copy)
        if (epoch !== undefined) await this.#lead(store, copy, epoch)
      } finally {
        // Histories are read from the copy's file.
        this.#role = { role: 'starting' }
        await copy.close()
      }
    } finally {
      await store.close()
    }
  }

  /** Returns undefined when the member is closed, which must not wait for each server that does not answer. */
  #connect(): Promise<LogStore | undefined> {
    const connected = async (store: LogStore) => {
      if (!this.#closed) return store
      await store.close()
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(undefined)
      this.#options.connect().then(connected).then(resolve, reject)
    })
  }

  /** Copies the log until this process becomes the writer. Returns its epoch, or undefined when it is closed. */
  async #follow(store: LogStore, copy: LedgerCopy): Promise<number | undefined> {
    const { times, address, clock } = this.#options
    while (!this.#closed) {
      const askedAt = clock.elapsed()
      const { epoch, address: writer, ageMs, now } = await store.lease()
      this.#clockAheadMs = now - clock.now()
      // A former primary that came back has an older epoch, and may have events that nobody else has.
      if (epoch < this.#newestEpoch) {
        throw new EconomyFault(`the log is at epoch ${epoch}, but epoch ${this.#newestEpoch} has existed`)
      }
      this.#newestEpoch = epoch
      await this.#readAll(store, copy)
      if (this.#closed) return undefined
      this.#role = { role: 'standby', copy, epoch, writer, readAt: askedAt }
      if (ageMs > times.abandonedMs || (ageMs > times.readMs && (await store.isWriterGone()))) {
        const taken = await store.takeLease(epoch, address())
        if (taken !== undefined) return taken
      }
      await this.#sleep(times.followMs)
    }
    return undefined
  }

  async #lead(store: LogStore, copy: LedgerCopy, epoch: number): Promise<void> {
    const { onAccepted, onFailure, onRole, times, clock } = this.#options
    this.#newestEpoch = epoch
    await this.#readAll(store, copy)
    if (this.#closed) return store.releaseLease(epoch)
    let renewedAt = clock.elapsed()
    const log = new ReplicatedLog(store, copy, {
      epoch,
      isCurrent: () => clock.elapsed() - renewedAt < times.readMs,
      onFailed: () => this.#wake(),
    })
    const ledger = new Ledger({
      book: copy.book,
      log,
      onAccepted: (events) => {
        onAccepted(events)
        copy.grown()
      },
      onFailure,
      now: () => Math.round(clock.now() + this.#clockAheadMs),
    })
    await store.renewLease(epoch)
    onRole(`this process writes the ledger since epoch ${epoch}`)
    try {
      while (!this.#closed && !log.failed) {
        this.#role = { role: 'writer', ledger, copy, epoch, renewedAt }
        await this.#sleep(times.renewMs)
        if (log.failed) break
        const askedAt = clock.elapsed()
        await store.renewLease(epoch)
        renewedAt = askedAt
      }
    } finally {
      this.#role = { role: 'starting' }
      await ledger.close()
      onRole(`this process no longer writes the ledger, after epoch ${epoch}`)
    }
    if (!log.failed) await store.releaseLease(epoch)
  }

  /** Adds to the copy what it lacks of the log, which may take minutes, or less when the member is closed. */
  async #readAll(store: LogStore, copy: LedgerCopy): Promise<void> {
    while (!this.#closed) {
      const batches = await store.batchesAfter(copy.sequence)
      if (batches.length === 0) return
      for (const batch of batches) await copy.add(batch)
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
