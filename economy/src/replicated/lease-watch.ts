import type { Lease } from './store.ts'

/**
 * Judges a lease by the clock of the observing process alone, because the clocks of two PostgreSQL servers may differ. Each
 * connection has its own watch, because it may lead to another server.
 */
export class LeaseWatch {
  #lease: Lease | undefined
  #askedAt = 0
  #seenAt = 0
  /** A time before the last change. */
  #changedAt = Number.NEGATIVE_INFINITY
  #aliveAt = Number.NEGATIVE_INFINITY

  /** Records the lease that the server returned at `answeredAt` to a query of `askedAt`. */
  take(lease: Lease, askedAt: number, answeredAt: number): void {
    const isSame = this.#lease?.epoch === lease.epoch && this.#lease.renewal === lease.renewal
    if (!isSame) {
      // A writer renews only after its previous change was durable. At that time the server was the primary, and had all acknowledged
      // events. This renewal proves nothing yet: it may be visible only because its wait for a standby was cancelled.
      if (isConfirmed(lease)) this.#aliveAt = this.#changedAt
      if (this.#lease !== undefined) this.#changedAt = this.#askedAt
      this.#seenAt = answeredAt
    }
    this.#lease = lease
    this.#askedAt = askedAt
  }

  /** A time before the last change that is known to be durable. Minus infinity unless that change and the renewal after it were seen. */
  get aliveAt(): number {
    return this.#aliveAt
  }

  /** How long the lease had certainly not been renewed at the last query. Infinity for a released lease. */
  get ageMs(): number {
    return this.#lease?.renewal === 0 ? Number.POSITIVE_INFINITY : this.#askedAt - this.#seenAt
  }
}

/** Whether the writer knows that the epoch of its lease is durable. */
export const isConfirmed = ({ address, renewal }: Lease) => address !== '' && renewal !== 0
