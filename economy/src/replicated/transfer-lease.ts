import { setTimeout as sleep } from 'node:timers/promises'
import { EconomyFault } from '../fault.ts'
import { systemClock } from './clock.ts'
import { LeaseWatch } from './lease-watch.ts'
import type { PostgresStore } from './postgres-store.ts'
import type { LogStore } from './store.ts'
import { defaultTimes } from './times.ts'

/** How often a copier that follows looks for new events. */
export const followMs = 50

/** Time for the connection of an interrupted import to end. It waits for the last commit. */
const endMs = 60_000

/** Renews the lease until told to stop. If that fails, the next append fails as well. */
export function keepRenewing(store: LogStore, epoch: number): () => Promise<void> {
  const stopping = new AbortController()
  const renew = async () => {
    while (!stopping.signal.aborted) {
      await store.renewLease(epoch, '')
      await sleep(defaultTimes.renewMs, undefined, { signal: stopping.signal })
    }
  }
  const ended = renew().catch(() => undefined)
  return () => {
    stopping.abort()
    return ended
  }
}

/** Becomes the writer of a log that no service writes. */
export async function takeIdleLease(store: PostgresStore): Promise<number> {
  const deadline = performance.now() + endMs
  while (!(await store.isWriterGone())) {
    const { address } = await store.lease()
    if (address !== '') {
      throw new EconomyFault('an economy service writes the ledger in PostgreSQL: stop it before the import')
    }
    if (performance.now() > deadline) throw new EconomyFault('another import writes the ledger in PostgreSQL')
    await sleep(followMs)
  }
  return takeFreeLease(store, async () => undefined)
}

/** Becomes the writer once no process has renewed the lease for long enough. */
export async function takeFreeLease(
  store: PostgresStore,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const watch = new LeaseWatch()
  for (;;) {
    const askedAt = systemClock.elapsed()
    const lease = await store.lease()
    watch.take(lease, askedAt, systemClock.elapsed())
    if (watch.ageMs > defaultTimes.readMs && (await store.isWriterGone())) {
      const taken = await store.takeLease(lease.epoch, { mayBeClosed: true })
      if (taken !== undefined) return taken
    }
    await meanwhile()
    await sleep(followMs)
  }
}
