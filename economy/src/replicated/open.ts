import { mkdir } from 'node:fs/promises'
import type { DatabaseStandby, LedgerEvent } from '../../contract.ts'
import type { Observed } from '../http/metrics.ts'
import type { Serving } from '../http/server.ts'
import { lockLedger } from '../ledger/file/lock.ts'
import { refuseEmpty } from '../ledger/file/refuse-empty.ts'
import { stateOfCopy } from '../ledger/ledger.ts'
import { type Clock, systemClock } from './clock.ts'
import { connectStore } from './connect-store.ts'
import { copyFile } from './copy.ts'
import { Member } from './member.ts'
import { PostgresStore } from './postgres-store.ts'
import type { Role } from './role.ts'
import { defaultTimes, type MemberTimes } from './times.ts'

export interface ReplicatedOptions {
  /** Connection string of PostgreSQL, with one or several hosts. */
  url: string
  /** Whether a server without a synchronous standby is accepted. */
  mayBeAlone: boolean
  /** Directory of this machine's copy. */
  directory: string
  /** The ledger file of this machine, which must have no events if the log is empty. */
  ledgerFile: string
  fromSnapshot: boolean
  times?: Partial<MemberTimes> | undefined
  snapshotEvents?: number | undefined
  onAccepted: (events: readonly LedgerEvent[]) => void
  onFailure: (error: unknown) => void
  onUnsaved: (file: 'running hash' | 'snapshot', error: unknown) => void
  inform: (message: string, level?: 'warn') => void
}

const importAdvice = 'check LEDGER_URL, import that file with `baseplate ledger import --file`'

const starting: Role = { role: 'starting' }

interface OpenReplicated {
  /** Joins the processes that share the log, as a standby at first. `address` is where clients reach this process. */
  join: (address: string) => void
  serving: () => Serving
  /** Undefined while the process has no copy. */
  observe: () => Observed | undefined
  close: () => Promise<void>
}

/**
 * Prepares to share the log of a PostgreSQL server with other processes.
 *
 * @throws EconomyFault if the server cannot be reached or is not replicated, or another process uses the directory
 */
export async function openReplicated(options: ReplicatedOptions): Promise<OpenReplicated> {
  const times = { ...defaultTimes, ...options.times }
  const connect = () => PostgresStore.connect(options.url, options)
  // The first connection tells the operator about a wrong configuration. After later failures, the member connects again.
  const store = await connectStore(options.url, options)
  try {
    const { isOpen } = await store.lease()
    if (isOpen && (await store.last()) === undefined) {
      const files = [options.ledgerFile, copyFile(options.directory)]
      await refuseEmpty('the ledger in PostgreSQL', files, importAdvice)
    }
  } finally {
    await store.close()
  }
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const unlock = lockLedger(copyFile(options.directory))
  let member: Member | undefined
  return {
    join: (address) => {
      member = new Member({
        ...options,
        connect,
        address,
        times,
        clock: systemClock,
        copy: {
          ...options,
          mayCut: 'anything',
          onDiscarded: (reason, kept, savedIn) => {
            options.inform(`reading the ledger again from byte ${kept} on: ${reason}`, 'warn')
            if (savedIn !== undefined)
              options.inform(`what the log in PostgreSQL does not have is kept in ${savedIn}`, 'warn')
          },
        },
        onRole: options.inform,
      })
    },
    serving: () => servingOf(member?.role ?? starting, times.readMs, systemClock),
    observe: () => member && observedOf(member.role, member.standbys),
    close: async () => {
      await member?.close()
      unlock()
    },
  }
}

/** Returns what a process may answer now. */
export function servingOf(role: Role, readMs: number, clock: Pick<Clock, 'elapsed' | 'skipped'>): Serving {
  /** Age of what was true at a time. The machine may have been suspended since, while another process wrote. */
  const ageOf = (at: number, skipped: number) => clock.elapsed() - at + clock.skipped() - skipped
  switch (role.role) {
    case 'writer': {
      // A writer that was paused must not answer with old balances before it knows whether it still is the writer.
      const isCurrent = ageOf(role.renewedAt, role.skipped) < readMs
      return {
        ledger: role.ledger,
        book: isCurrent ? role.copy.book : undefined,
        identity: role.copy.identity,
      }
    }
    case 'standby': {
      const copy = { book: role.copy.book, ageMs: ageOf(role.completeAt, role.skipped) }
      return { ledger: undefined, book: undefined, identity: role.copy.identity, copy, writer: role.writer }
    }
    case 'starting':
      return { ledger: undefined, book: undefined, identity: undefined }
  }
}

function observedOf(role: Role, standbys: readonly DatabaseStandby[] | undefined): Observed | undefined {
  if (role.role === 'starting') return undefined
  const { copy, epoch } = role
  const isWriter = role.role === 'writer'
  return {
    ledger: isWriter ? role.ledger.state : stateOfCopy(copy.book),
    snapshot: copy.snapshots.state,
    replication: {
      isWriter,
      epoch,
      lagMs: isWriter ? 0 : systemClock.elapsed() - role.completeAt,
      waitingBytes: copy.waitingBytes,
      standbys,
    },
  }
}
