import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LedgerEvent } from '../../../contract.ts'
import { EconomyFault, systemFault } from '../../fault.ts'
import type { Book } from '../index/book.ts'
import { historyFile } from '../index/history.ts'
import { LedgerIdentity } from '../index/identity.ts'
import { Ledger } from '../ledger.ts'
import { rebuild } from '../replay/rebuild.ts'
import { FileLog, type LogFile, writesSync } from './file-log.ts'
import { lockLedger } from './lock.ts'
import { refuseMoved } from './moved.ts'
import { privateMode } from './private-mode.ts'
import { SnapshotSchedule } from './snapshot/schedule.ts'
import { makeDirectory, syncDirectory } from './sync-directory.ts'
import type { TornTail } from './whole-lines.ts'

/** Append mode: after a failed write, the next one still goes to the end of the file. */
const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (writesSync ? constants.O_DSYNC : 0)

interface OpenLedger {
  ledger: Ledger
  book: Book
  identity: LedgerIdentity
  /** Number of events in the file. */
  events: number
  /** Number of events that came from the snapshot. */
  eventsOfSnapshot: number
  /** Why a snapshot was not used; undefined if there is none or it was used. */
  unusedSnapshot: string | undefined
  snapshots: SnapshotSchedule
  /** File to which the torn tail was saved, if there was one. */
  tornTailFile: string | undefined
  /** Completes pending submissions, then closes and unlocks the file. */
  close: () => Promise<void>
}

export interface OpenOptions {
  /** See `LedgerOptions.onAccepted`. */
  onAccepted: (events: readonly LedgerEvent[]) => void
  /** See `LedgerOptions.onFailure`. */
  onFailure: (error: unknown) => void
  /** Called when a file beside the ledger cannot be written. The ledger itself goes on. */
  onUnsaved: (file: 'running hash' | 'snapshot', error: unknown) => void
  /** Unix time in milliseconds. Default: the system clock. */
  now?: (() => number) | undefined
  /** Whether to start from the snapshot. If false, all events are replayed. Default: true. */
  fromSnapshot?: boolean | undefined
  /** Minimum number of events between two snapshots. See `dueAfter`. */
  snapshotEvents?: number | undefined
  /** Wraps the ledger file, for tests that simulate disk failures and crashes. */
  logFile?: ((file: FileHandle) => LogFile) | undefined
}

/**
 * Locks, replays and opens a ledger file. Creates it if necessary.
 *
 * @throws EconomyFault if it is locked by another process, has moved to PostgreSQL, is invalid, or cannot be read or written
 */
export async function openLedger(
  ledgerFile: string,
  { onAccepted, onFailure, onUnsaved, now = Date.now, logFile = (file) => file, ...options }: OpenOptions,
): Promise<OpenLedger> {
  const path = await ledgerPath(ledgerFile)
  const unlock = lockLedger(path)
  let file: FileHandle | undefined
  try {
    await refuseMoved(path)
    file = await open(path, flags, privateMode)
    const lines = historyFile(file)
    const { book, chain, tail, ...start } = await rebuild(lines, path, {
      fromSnapshot: options.fromSnapshot ?? true,
    })
    const tornTailFile = tail.bytes.length === 0 ? undefined : await cutTail(file, path, tail)
    // A power failure must not lose the file's name or the events just replayed.
    await file.datasync()
    await syncDirectory(dirname(path))
    const snapshots = new SnapshotSchedule(path, {
      present: { events: start.eventsOfSnapshot, savedAt: start.snapshotSavedAt },
      between: options.snapshotEvents,
      onFailure: (error) => onUnsaved('snapshot', error),
    })
    snapshots.grown(book.history.length, chain.size)
    const ledger = new Ledger({
      book,
      log: new FileLog(logFile(file), chain, (error) => onUnsaved('running hash', error)),
      onAccepted: (events) => {
        onAccepted(events)
        snapshots.grown(book.history.length, chain.size)
      },
      onFailure,
      now,
    })
    return {
      ...start,
      ledger,
      book,
      identity: new LedgerIdentity(path, lines, chain),
      snapshots,
      events: book.history.length,
      tornTailFile,
      close: async () => {
        await snapshots.close()
        await close(ledger, file, unlock)
      },
    }
  } catch (error) {
    await file?.close()
    unlock()
    throw error instanceof EconomyFault ? error : systemFault(`cannot open the ledger ${path}`, error)
  }
}

/** Resolves symbolic links, so that all paths to the ledger share one lock. */
async function ledgerPath(ledgerFile: string): Promise<string> {
  try {
    await makeDirectory(dirname(ledgerFile))
  } catch (error) {
    throw systemFault(`cannot make the directory of the ledger ${ledgerFile}`, error)
  }
  return realpath(ledgerFile).catch(() => ledgerFile)
}

/** Saves a torn tail next to the ledger before cutting it off. It was never acknowledged, but an operator may need it. */
async function cutTail(file: FileHandle, path: string, tail: TornTail): Promise<string> {
  const saved = `${path}.torn-${tail.offset}-${Date.now()}`
  const copy = await open(saved, 'wx', privateMode)
  try {
    await copy.writeFile(tail.bytes)
    await copy.datasync()
  } finally {
    await copy.close()
  }
  await syncDirectory(dirname(path))
  await file.truncate(tail.offset)
  return saved
}

async function close(ledger: Ledger, file: FileHandle | undefined, unlock: () => void): Promise<void> {
  await ledger.close()
  await file?.close()
  unlock()
}
