import type { LedgerEvent } from '../../contract.ts'
import type { Observed } from '../http/metrics.ts'
import type { Serving } from '../http/server.ts'
import { EconomyFault, systemFault } from '../ledger/fault.ts'
import { stateOfCopy } from '../ledger/ledger.ts'
import { systemClock } from './clock.ts'
import { defaultTimes, type LeaseTimes, Member, type Role } from './member.ts'
import { PostgresStore } from './postgres-store.ts'

export interface ReplicatedOptions {
  /** Connection string of PostgreSQL, with one or several hosts. */
  url: string
  /** Whether a server without a synchronous standby is accepted. */
  mayBeAlone: boolean
  /** Directory of this machine's copy. */
  directory: string
  /** The address at which clients and standbys reach this process. */
  address: () => string
  fromSnapshot: boolean
  times?: Partial<LeaseTimes> | undefined
  snapshotEvents?: number | undefined
  now: () => number
  onAccepted: (events: readonly LedgerEvent[]) => void
  onFailure: (error: unknown) => void
  onUnsaved: (file: 'running hash' | 'snapshot', error: unknown) => void
  inform: (message: string) => void
}

interface OpenReplicated {
  serving: () => Serving
  /** Undefined while the process has no copy. */
  observe: () => Observed | undefined
  close: () => Promise<void>
}

/**
 * Joins the processes that share the log of a PostgreSQL server, as a standby at first.
 *
 * @throws EconomyFault if the server cannot be reached or is not replicated
 */
export async function openReplicated(options: ReplicatedOptions): Promise<OpenReplicated> {
  const times = { ...defaultTimes, ...options.times }
  const connect = () => PostgresStore.connect(options.url, options)
  // The first connection tells the operator about a wrong configuration. After later failures, it connects again.
  try {
    await (await connect()).close()
  } catch (error) {
    throw error instanceof EconomyFault ? error : systemFault('cannot reach the ledger in PostgreSQL', error)
  }
  const member = new Member({
    ...options,
    connect,
    times,
    clock: { ...systemClock, now: options.now },
    copy: {
      ...options,
      onDiscarded: (reason) => options.inform(`reading the whole ledger again: ${reason}`),
    },
    onRole: options.inform,
  })
  return {
    serving: () => servingOf(member.role, times.readMs, systemClock.elapsed()),
    observe: () => observedOf(member.role),
    close: () => member.close(),
  }
}

/** Returns what a process may answer at a time of its clock. */
export function servingOf(role: Role, readMs: number, elapsed: number): Serving {
  switch (role.role) {
    case 'writer': {
      // A writer that was paused must not answer with old balances before it knows whether it still is the writer.
      const isCurrent = elapsed - role.renewedAt < readMs
      return { ledger: role.ledger, book: isCurrent ? role.copy.book : undefined }
    }
    case 'standby': {
      const copy = { book: role.copy.book, ageMs: elapsed - role.readAt }
      return { ledger: undefined, book: undefined, copy, writer: role.writer }
    }
    case 'starting':
      return { ledger: undefined, book: undefined }
  }
}

function observedOf(role: Role): Observed | undefined {
  if (role.role === 'starting') return undefined
  const { copy, epoch } = role
  const isWriter = role.role === 'writer'
  return {
    ledger: isWriter ? role.ledger.state : stateOfCopy(copy.book),
    snapshot: copy.snapshots.state,
    replication: { isWriter, epoch, lagMs: isWriter ? 0 : systemClock.elapsed() - role.readAt },
  }
}
