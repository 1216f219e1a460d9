import type { DatabaseStandby, LedgerEvent } from '../../contract.ts'
import { EconomyFault } from '../fault.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Clock } from './clock.ts'
import { type CopyOptions, copyFile, LedgerCopy } from './copy.ts'
import { DatabaseTime } from './database-time.ts'
import { isConfirmed, LeaseWatch } from './lease-watch.ts'
import { ReplicatedLog } from './replicated-log.ts'
import type { Role } from './role.ts'
import type { Lease, LogStore } from './store.ts'
import type { MemberTimes } from './times.ts'

const retryMs = 500

/** How often a process looks for the standbys of the PostgreSQL server. */
const standbysMs = 5_000

const closedMessage =
  'the ledger in PostgreSQL is closed, because a file is or will be the ledger: this process stands by until `baseplate ledger import` has ended'

export interface MemberOptions {
  connect: () => Promise<LogStore>
  /** Directory of the copy. */
  directory: string
  /** The address under which clients reach this process. */
  address: string
  times: MemberTimes
  copy: CopyOptions
  onAccepted: (events: readonly LedgerEvent[]) => void
  onFailure: (error: unknown) => void
  onRole: (message: string, level?: 'warn') => void
  clock: Clock
}

/**
 * One of several processes that share a log. It follows the log as a standby, and takes over when the writer is gone. It writes until
 * it loses its lease or does not know an append's outcome. Then it starts again from the log.
 */
export class Member {
  readonly #options: MemberOptions
  #role: Role = { role: 'starting' }
  #store: LogStore | undefined
  readonly #closing = new AbortController()
  /** The newest epoch that is known to be durable. */
  #newestEpoch = 0
  readonly #time: DatabaseTime
  #standbys: readonly DatabaseStandby[] | undefined
  #standbysAt = Number.NEGATIVE_INFINITY
  #wake = () => {}
  readonly #running: Promise<void>

  constructor(options: MemberOptions) {
    this.#options = options
    this.#time = new DatabaseTime(options.clock)
    this.#running = this.#run()
  }

  get role(): Role {
    return this.#role
  }

  /** Standbys of the PostgreSQL server, as they were a few seconds ago. Undefined if this process may not see them. */
  get standbys(): readonly DatabaseStandby[] | undefined {
    return this.#standbys
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    // The process has to end in time, even if the server never answers.
    const { clock, times } = this.#options
    const keep = clock.after(times.closeMs, () => this.#store?.close())
    await this.#running
    keep()
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  async #run(): Promise<void> {
    const { onFailure } = this.#options
    while (!this.#closed) {
      await this.#serve().catch((error) => {
        if (!this.#closed) onFailure(error)
      })
      this.#role = { role: 'starting' }
      if (!this.#closed) await this.#sleep(retryMs)
    }
  }

  /** Follows and leads over one connection, until it fails or the member is closed. */
  async #serve(): Promise<void> {
    const { directory, copy: copyOptions } = this.#options
    const store = await this.#connect()
    if (store === undefined) return
    this.#store = store
    try {
      // The time to open a large copy counts as time without a renewal.
      const watch = new LeaseWatch()
      const { epoch } = await this.#watchLease(store, watch)
      this.#refuseOlder(epoch)
      const copy = await LedgerCopy.open(copyFile(directory), store, {
        ...copyOptions,
        stopping: this.#closing.signal,
      })
      try {
        const epoch = await this.#follow(store, copy, watch)
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
  async #follow(store: LogStore, copy: LedgerCopy, watch: LeaseWatch): Promise<number | undefined> {
    const { times, clock, onRole } = this.#options
    let wasOpen = true
    while (!this.#closed) {
      const skipped = clock.skipped()
      const lease = await this.#watchLease(store, watch)
      const { epoch, address: writer, isOpen } = lease
      if (wasOpen && !isOpen) onRole(closedMessage, 'warn')
      wasOpen = isOpen
      this.#refuseOlder(epoch)
      // An epoch whose commit no standby had may be lost with the primary, and nothing was acknowledged in it.
      if (isConfirmed(lease)) this.#newestEpoch = epoch
      const isComplete = !(await this.#readAll(store, copy))
      if (this.#closed) return undefined
      this.#role = { role: 'standby', copy, epoch, writer, completeAt: watch.aliveAt, skipped }
      await this.#lookForStandbys(store)
      const isAbandoned = async () =>
        watch.ageMs > times.abandonedMs || (watch.ageMs > times.readMs && (await store.isWriterGone()))
      // Reading may have taken longer than the writer takes to renew its lease.
      const taken = isOpen && isComplete && (await isAbandoned()) ? await store.takeLease(epoch) : undefined
      if (taken !== undefined) return taken
      await this.#sleep(times.followMs)
    }
    return undefined
  }

  /** A former primary that came back has an older epoch, and may have events that no other server has. */
  #refuseOlder(epoch: number): void {
    if (epoch < this.#newestEpoch) {
      throw new EconomyFault(`the log is at epoch ${epoch}, but epoch ${this.#newestEpoch} has existed`)
    }
  }

  async #lead(store: LogStore, copy: LedgerCopy, epoch: number): Promise<void> {
    const { onAccepted, onFailure, onRole, times, clock, address } = this.#options
    this.#newestEpoch = epoch
    await this.#readAll(store, copy)
    if (this.#closed) return store.releaseLease(epoch)
    let renewed = { renewedAt: clock.elapsed(), skipped: clock.skipped() }
    const log = new ReplicatedLog(store, copy, {
      epoch,
      isCurrent: () => clock.elapsed() - renewed.renewedAt + clock.skipped() - renewed.skipped < times.readMs,
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
      now: () => this.#time.now(),
    })
    await store.renewLease(epoch, address)
    onRole(`this process writes the ledger since epoch ${epoch}`)
    try {
      while (!this.#closed && !log.failed) {
        this.#role = { role: 'writer', ledger, copy, epoch, ...renewed }
        await this.#sleep(times.renewMs)
        if (log.failed) break
        if (this.#time.mayBeOff) this.#time.measure(await store.lease())
        const asked = { renewedAt: clock.elapsed(), skipped: clock.skipped() }
        await store.renewLease(epoch, address)
        renewed = asked
        copy.save()
        await this.#lookForStandbys(store)
      }
    } finally {
      this.#role = { role: 'starting' }
      await ledger.close()
      onRole(`this process no longer writes the ledger, after epoch ${epoch}`)
    }
    if (!log.failed) await store.releaseLease(epoch)
  }

  async #lookForStandbys(store: LogStore): Promise<void> {
    const now = this.#options.clock.elapsed()
    if (now - this.#standbysAt < standbysMs) return
    this.#standbysAt = now
    this.#standbys = await store.standbys()
  }

  async #watchLease(store: LogStore, watch: LeaseWatch): Promise<Lease> {
    const { clock } = this.#options
    const askedAt = clock.elapsed()
    const lease = await store.lease()
    watch.take(lease, askedAt, clock.elapsed())
    this.#time.measure(lease)
    return lease
  }

  /**
   * Adds the missing part of the log to the copy, which may take minutes. Stops when the member is closed. Returns whether batches
   * were added.
   */
  async #readAll(store: LogStore, copy: LedgerCopy): Promise<boolean> {
    const before = copy.sequence
    while (!this.#closed) {
      const batches = await store.batchesAfter(copy.sequence)
      if (batches.length === 0) break
      for (const batch of batches) await copy.add(batch)
    }
    return copy.sequence > before
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
