import type { StoredBatch } from '../../replicated/store.ts'
import { Locks } from './locks.ts'
import { unixStart } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

/** The rows that a transaction writes. */
export interface Change {
  epoch?: number
  writer?: { epoch: number; address: string; renewal: number }
  batch?: StoredBatch
}

/** The tables of the log, as far as they are visible to other transactions. */
class Tables {
  epoch = 0
  writer = { epoch: 0, address: '', renewal: 0 }
  readonly batches = new Map<number, StoredBatch>()

  apply({ epoch, writer, batch }: Change): void {
    if (epoch !== undefined) this.epoch = epoch
    if (writer !== undefined) this.writer = writer
    if (batch !== undefined) this.batches.set(batch.sequence, batch)
  }
}

/** The server's side of a connection. */
export interface Session {
  isOpen: boolean
}

interface Waiting {
  position: number
  end: (how: 'replicated' | 'cancelled') => void
}

/** A transaction that never ends, because its server has died. */
const never = () => new Promise<never>(() => undefined)

/**
 * A PostgreSQL server. A commit is on its disk before it waits for a standby. Until that wait ends, the transaction keeps its locks,
 * and other transactions do not see it. The wait also ends when it is cancelled, and all that is on disk becomes visible when the
 * server restarts.
 */
export class Server {
  readonly name: string
  readonly #scheduler: Scheduler
  readonly #aheadMs: number
  /** All transactions on its disk. */
  #disk: Change[] = []
  #tables = new Tables()
  #locks: Locks
  #sessions = new Set<Session>()
  #waiting: Waiting[] = []
  /** The writer's advisory lock. */
  #lockHolder: Session | undefined
  /** Set while the server is a standby. */
  #upstream: Server | undefined
  #isUp = true
  /** Grows when the server stops. */
  #run = 0
  #stallsUntil = 0
  readonly standbys = new Set<Server>()

  constructor(name: string, scheduler: Scheduler) {
    this.name = name
    this.#scheduler = scheduler
    this.#locks = new Locks(scheduler)
    this.#aheadMs = scheduler.between(-4_000, 4_000)
  }

  get tables(): Readonly<Tables> {
    return this.#tables
  }

  get clock(): number {
    return unixStart + this.#scheduler.now + this.#aheadMs
  }

  get acceptsWrites(): boolean {
    return this.#isUp && this.#upstream === undefined
  }

  /** Number of transactions on disk. */
  get position(): number {
    return this.#disk.length
  }

  connect(): Session {
    const session = { isOpen: true }
    this.#sessions.add(session)
    return session
  }

  end(session: Session): void {
    session.isOpen = false
    this.#sessions.delete(session)
    if (this.#lockHolder === session) this.#lockHolder = undefined
  }

  /** Takes the advisory lock from the session that holds it, which normally ends. */
  takeLock(session: Session, { endsHolder }: { endsHolder: boolean }): void {
    if (endsHolder && this.#lockHolder !== undefined && this.#lockHolder !== session)
      this.end(this.#lockHolder)
    this.#lockHolder = session
  }

  tryLock(session: Session): boolean {
    this.#lockHolder ??= session
    return this.#lockHolder === session
  }

  unlock(session: Session): void {
    if (this.#lockHolder === session) this.#lockHolder = undefined
  }

  /** Runs a transaction of one statement. Returns undefined if it changes nothing. */
  async transact(
    locks: readonly [resource: string, mode: 'shared' | 'exclusive'][],
    decide: (tables: Readonly<Tables>) => Change | undefined,
  ): Promise<'replicated' | 'cancelled' | undefined> {
    const run = this.#run
    const held = this.#locks.begin()
    try {
      for (const [resource, mode] of locks) {
        await held.take(resource, mode)
        if (run !== this.#run) return await never()
      }
      const change = decide(this.#tables)
      if (change === undefined) return undefined
      const how = await this.#commit(change)
      this.#tables.apply(change)
      return how
    } finally {
      held.release()
    }
  }

  #commit(change: Change): Promise<'replicated' | 'cancelled'> {
    this.#disk.push(change)
    for (const standby of this.standbys) this.sendTo(standby)
    return new Promise((end) => this.#waiting.push({ position: this.#disk.length, end }))
  }

  /** Cancels the waits of commits for a standby, as `pg_cancel_backend` does. */
  cancelWaits(): void {
    for (const { end } of this.#waiting.splice(0)) end('cancelled')
  }

  /** Stops receiving for a time. */
  stall(ms: number): void {
    this.#stallsUntil = this.#scheduler.now + ms
    this.#scheduler.after(ms, () => this.#upstream?.sendTo(this))
  }

  /** Sends to a standby all that is on disk. The standby acknowledges it. */
  sendTo(standby: Server): void {
    const disk = this.#disk.slice()
    this.#scheduler.after(this.#scheduler.latency(), () => {
      if (standby.#upstream !== this || this.#scheduler.now < standby.#stallsUntil) return
      if (disk.length > standby.#disk.length) standby.#disk = disk
      this.#scheduler.after(this.#scheduler.latency(), () => this.#acknowledge(standby, disk.length))
    })
  }

  #acknowledge(standby: Server, position: number): void {
    if (standby.#upstream !== this || !this.#isUp) return
    const done = this.#waiting.filter((each) => each.position <= position)
    this.#waiting = this.#waiting.filter((each) => each.position > position)
    for (const { end } of done) end('replicated')
  }

  stop(): void {
    this.#run++
    this.#isUp = false
    for (const session of this.#sessions) session.isOpen = false
    this.#sessions.clear()
    this.#lockHolder = undefined
    this.#waiting = []
    this.#locks = new Locks(this.#scheduler)
  }

  /** Starts as a primary with everything on its disk. */
  start(): void {
    this.#isUp = true
    this.#upstream?.standbys.delete(this)
    this.#upstream = undefined
    this.#tables = new Tables()
    for (const change of this.#disk) this.#tables.apply(change)
    for (const standby of this.standbys) this.sendTo(standby)
  }

  /** Starts as a standby that discards transactions that the upstream does not have. */
  follow(upstream: Server): void {
    this.stop()
    this.#isUp = true
    this.#upstream?.standbys.delete(this)
    this.#upstream = upstream
    upstream.standbys.add(this)
    this.#disk = upstream.#disk.slice()
  }
}
