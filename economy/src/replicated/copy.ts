import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Book } from '../ledger/book.ts'
import type { Chain } from '../ledger/chain.ts'
import { EconomyFault } from '../ledger/fault.ts'
import { lockLedger } from '../ledger/lock.ts'
import { type Rebuilt, rebuild, snapshotPath } from '../ledger/rebuild.ts'
import { recordLines } from '../ledger/replay.ts'
import { SnapshotSchedule } from '../ledger/snapshot/schedule.ts'
import type { LogStore, StoredBatch } from './store.ts'

const privateMode = 0o600

/** Not synced: the log in PostgreSQL is the original. */
const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND

export interface CopyOptions {
  fromSnapshot: boolean
  snapshotEvents?: number | undefined
  /** Called when a file beside the copy cannot be written. */
  onUnsaved: (file: 'running hash' | 'snapshot', error: unknown) => void
  /** Called when the copy on disk is not a beginning of the log, and all of it is read again. */
  onDiscarded: (reason: string) => void
}

/**
 * A copy of a log in a file of this machine, with its book: histories and lookups read lines from it, and a start continues from it.
 * It is the same bytes as a ledger file, with the same files beside it.
 */
export class LedgerCopy {
  readonly book: Book
  readonly chain: Chain
  readonly snapshots: SnapshotSchedule
  readonly #file: FileHandle
  readonly #unlock: () => void
  readonly #onUnsaved: CopyOptions['onUnsaved']
  #sequence: number

  private constructor(
    ledgerFile: string,
    { book, chain, eventsOfSnapshot, snapshotSavedAt }: Rebuilt,
    parts: { file: FileHandle; unlock: () => void; sequence: number; options: CopyOptions },
  ) {
    this.book = book
    this.chain = chain
    this.#file = parts.file
    this.#unlock = parts.unlock
    this.#sequence = parts.sequence
    this.#onUnsaved = parts.options.onUnsaved
    this.snapshots = new SnapshotSchedule(ledgerFile, {
      present: { events: eventsOfSnapshot, savedAt: snapshotSavedAt },
      between: parts.options.snapshotEvents,
      onFailure: (error) => this.#onUnsaved('snapshot', error),
    })
  }

  /**
   * Opens the copy of a directory, and discards it unless it is a beginning of the log.
   *
   * @throws EconomyFault if another process uses the directory, or the system's error
   */
  static async open(directory: string, store: LogStore, options: CopyOptions): Promise<LedgerCopy> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const ledgerFile = join(directory, 'ledger')
    const unlock = lockLedger(ledgerFile)
    let file: FileHandle | undefined
    try {
      file = await open(ledgerFile, flags, privateMode)
      let rebuilt = await startOf(file, ledgerFile, options)
      let sequence = typeof rebuilt === 'string' ? undefined : await sequenceOf(rebuilt, store)
      if (typeof rebuilt === 'string' || sequence === undefined) {
        options.onDiscarded(typeof rebuilt === 'string' ? rebuilt : 'the log has another content there')
        await file.truncate(0)
        await Promise.all([
          rm(`${ledgerFile}.chain`, { force: true }),
          rm(snapshotPath(ledgerFile), { force: true }),
        ])
        rebuilt = await rebuild(file, ledgerFile, { fromSnapshot: false })
        sequence = 0
      }
      return new LedgerCopy(ledgerFile, rebuilt, { file, unlock, sequence, options })
    } catch (error) {
      await file?.close()
      unlock()
      throw error
    }
  }

  /** The last batch in the copy; 0 for an empty one. */
  get sequence(): number {
    return this.#sequence
  }

  /**
   * Adds a batch of the log, and records its events.
   *
   * @throws EconomyFault if it does not continue the copy, or breaks the ledger's rules
   */
  async add(batch: StoredBatch): Promise<void> {
    if (batch.sequence !== this.#sequence + 1) {
      throw new EconomyFault(`invalid ledger: batch ${batch.sequence} follows batch ${this.#sequence}`)
    }
    if (!this.chain.hashAfter(batch.lines).equals(batch.hash)) {
      throw new EconomyFault(
        `invalid ledger: batch ${batch.sequence} has another running hash than the lines`,
      )
    }
    await this.write(batch.lines)
    recordLines(this.book, batch.lines)
    this.grown()
  }

  /** Writes a snapshot if one is due. */
  grown(): void {
    this.snapshots.grown(this.book.history.length, this.chain.size)
  }

  /** Adds the lines of the next batch, whose events the caller records. */
  async write(lines: Buffer): Promise<void> {
    for (let at = 0; at < lines.length; ) at += (await this.#file.write(lines, at)).bytesWritten
    this.chain.add(lines)
    this.#sequence++
    this.chain.saveSoon((error) => this.#onUnsaved('running hash', error))
  }

  async close(): Promise<void> {
    await this.snapshots.close()
    await this.chain.save().catch((error) => this.#onUnsaved('running hash', error))
    await this.#file.close()
    this.#unlock()
  }
}

/** Returns what the file contains, or why it cannot be used. */
async function startOf(
  file: FileHandle,
  ledgerFile: string,
  { fromSnapshot }: CopyOptions,
): Promise<Rebuilt | string> {
  try {
    const rebuilt = await rebuild(file, ledgerFile, { fromSnapshot })
    return rebuilt.tail.bytes.length === 0 ? rebuilt : 'it ends in an unfinished line'
  } catch (error) {
    if (!(error instanceof EconomyFault)) throw error
    return error.message
  }
}

/** Returns the number of the last batch in the copy, or undefined if the log has no such beginning. */
async function sequenceOf({ chain }: Rebuilt, store: LogStore): Promise<number | undefined> {
  if (chain.size === 0) return 0
  const batch = await store.batchEndingAt(chain.size)
  return batch?.hash.equals(chain.hash) ? batch.sequence : undefined
}
