import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EconomyFault } from '../fault.ts'
import { Chain } from '../ledger/file/chain.ts'
import { privateMode } from '../ledger/file/private-mode.ts'
import { SnapshotSchedule } from '../ledger/file/snapshot/schedule.ts'
import type { Book } from '../ledger/index/book.ts'
import type { HistoryFile } from '../ledger/index/history.ts'
import { LedgerIdentity } from '../ledger/index/identity.ts'
import { type Rebuilt, rebuild, snapshotPath } from '../ledger/replay/rebuild.ts'
import { recordLines } from '../ledger/replay/replay.ts'
import { type CommonPart, commonPart } from './common-part.ts'
import { saveRest } from './save-rest.ts'
import type { LogStore, StoredBatch } from './store.ts'
import { WriteBehindFile } from './write-behind-file.ts'

/** Not synced: the log in PostgreSQL is the original. */
const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND

export interface CopyOptions {
  fromSnapshot: boolean
  snapshotEvents?: number | undefined
  /** Called when a file beside the copy cannot be written. */
  onUnsaved: (file: 'running hash' | 'snapshot', error: unknown) => void
  /**
   * Called when the copy on disk differs from the log. The copy keeps its bytes up to there, and reads the rest again. `savedIn` is a
   * file with what was cut off, unless the log has it.
   */
  onDiscarded: (reason: string, keptBytes: number, savedIn: string | undefined) => void
  /** The part that may be cut off: only the beginning of a batch, or anything. */
  mayCut: 'unfinished' | 'anything'
  /** Ends the opening of a long copy. */
  stopping?: AbortSignal | undefined
}

interface OpenFile {
  file: FileHandle
  lines: WriteBehindFile
}

/** The file of the copy in its directory. */
export const copyFile = (directory: string) => join(directory, 'ledger')

/**
 * A copy of a log in a file of this machine, with its book. Histories and lookups read lines from it, and a start continues from it.
 * It has the same bytes as a ledger file, and the same files beside it.
 */
export class LedgerCopy {
  readonly book: Book
  readonly chain: Chain
  readonly identity: LedgerIdentity
  readonly snapshots: SnapshotSchedule
  readonly #file: FileHandle
  readonly #lines: WriteBehindFile
  readonly #onUnsavedHash: (error: unknown) => void
  #sequence: number
  #saving = false

  private constructor(
    ledgerFile: string,
    { book, chain, eventsOfSnapshot, snapshotSavedAt }: Rebuilt,
    parts: OpenFile & { sequence: number; options: CopyOptions },
  ) {
    this.book = book
    this.chain = chain
    this.identity = new LedgerIdentity(ledgerFile, parts.lines, chain)
    this.#file = parts.file
    this.#lines = parts.lines
    this.#sequence = parts.sequence
    const { onUnsaved } = parts.options
    this.#onUnsavedHash = (error) => onUnsaved('running hash', error)
    this.snapshots = new SnapshotSchedule(ledgerFile, {
      present: { events: eventsOfSnapshot, savedAt: snapshotSavedAt },
      between: parts.options.snapshotEvents,
      onFailure: (error) => onUnsaved('snapshot', error),
    })
  }

  /**
   * Opens a copy, which the caller has locked. Cuts off bytes that the log does not have, and keeps them in a file beside it.
   *
   * @throws EconomyFault if that is more than may be cut off, or the system's error
   */
  static async open(ledgerFile: string, store: LogStore, options: CopyOptions): Promise<LedgerCopy> {
    await mkdir(dirname(ledgerFile), { recursive: true, mode: 0o700 })
    const file = await open(ledgerFile, flags, privateMode)
    const opened = { file, lines: new WriteBehindFile(file), options }
    try {
      const start = await startOf(opened.lines, ledgerFile, { store, options })
      if (typeof start !== 'string') return new LedgerCopy(ledgerFile, start.rebuilt, { ...start, ...opened })
      const { chain, sequence } = await commonPart(file, store, options.stopping)
      const isUnfinished = await endsUnfinished(file, { chain, sequence }, store)
      if (options.mayCut === 'unfinished' && !isUnfinished) {
        throw new EconomyFault(`the file ${ledgerFile} has other events than PostgreSQL`)
      }
      // A database that was restored from an older dump lacks events, and no other machine may have them.
      const savedIn = isUnfinished ? undefined : await saveRest(ledgerFile, file, chain.size)
      options.onDiscarded(start, chain.size, savedIn)
      await file.truncate(chain.size)
      await Chain.cut(ledgerFile, chain.size)
      const kept = await startOf(opened.lines, ledgerFile, { store, options })
      if (typeof kept !== 'string') return new LedgerCopy(ledgerFile, kept.rebuilt, { ...kept, ...opened })
      // The ledger file is right, so the fault is in the files beside it.
      await Promise.all([
        rm(`${ledgerFile}.chain`, { force: true }),
        rm(snapshotPath(ledgerFile), { force: true }),
      ])
      const rebuilt = await rebuild(opened.lines, ledgerFile, {
        fromSnapshot: false,
        onProgress: () => options.stopping?.throwIfAborted(),
      })
      return new LedgerCopy(ledgerFile, rebuilt, { sequence, ...opened })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** The last batch in the copy; 0 for an empty one. */
  get sequence(): number {
    return this.#sequence
  }

  /** Number of bytes that are not on the disk yet. */
  get waitingBytes(): number {
    return this.#lines.waitingBytes
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
    this.write(batch.lines)
    // A log that is read from its beginning must not fill the memory.
    await this.#lines.flush()
    this.chain.saveSoon(this.#onUnsavedHash)
    recordLines(this.book, batch.lines)
    this.grown()
  }

  /** Writes a snapshot if one is due. */
  grown(): void {
    this.snapshots.grown(this.book.history.length, this.chain.size - this.waitingBytes)
  }

  /**
   * Adds the lines of the writer's next batch, whose events the caller records. The file gets them with the next `save`, because a
   * payment would wait for a thread that writes them.
   *
   * @throws the system's error if earlier lines could not be written
   */
  write(lines: Buffer): void {
    this.#lines.append(lines, this.chain.size)
    this.chain.add(lines)
    this.#sequence++
  }

  /** Writes the lines and the running hash of new batches in the background, unless the disk is still busy with earlier ones. */
  save(): void {
    if (this.#saving || this.waitingBytes === 0) return
    this.#saving = true
    this.#save().finally(() => {
      this.#saving = false
    })
  }

  /** Waits until the copy is on disk. Only commands need this, because they add many lines at once. */
  async sync(): Promise<void> {
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    await this.snapshots.close()
    await this.#save()
    await this.#file.close()
  }

  /** The running hash must not cover lines that the file does not have. */
  async #save(): Promise<void> {
    await this.chain.save(() => this.#lines.flush()).catch(this.#onUnsavedHash)
  }
}

/** Returns the content of the file and its last batch, or why it is not a prefix of the log. */
async function startOf(
  file: HistoryFile,
  ledgerFile: string,
  { store, options: { fromSnapshot, stopping } }: { store: LogStore; options: CopyOptions },
): Promise<{ rebuilt: Rebuilt; sequence: number } | string> {
  try {
    const rebuilt = await rebuild(file, ledgerFile, {
      fromSnapshot,
      onProgress: () => stopping?.throwIfAborted(),
    })
    if (rebuilt.tail.bytes.length > 0) return 'it ends in an unfinished line'
    const { size, hash } = rebuilt.chain
    const batch = await store.last(size)
    if ((batch?.endsAt ?? 0) !== size) return 'it does not end with a batch of the log'
    if (batch !== undefined && !batch.hash.equals(hash)) return 'the log has another content there'
    return { rebuilt, sequence: batch?.sequence ?? 0 }
  } catch (error) {
    if (!(error instanceof EconomyFault)) throw error
    return error.message
  }
}

/** Returns whether a file has only the beginning of the next batch after the part that it has in common with the log. */
async function endsUnfinished(file: FileHandle, common: CommonPart, store: LogStore): Promise<boolean> {
  const { size } = await file.stat()
  const [next] = await store.batchesAfter(common.sequence)
  const length = size - common.chain.size
  if (next === undefined || length >= next.lines.length) return length === 0
  const rest = Buffer.alloc(length)
  const { bytesRead } = await file.read(rest, 0, length, common.chain.size)
  return bytesRead === length && rest.equals(next.lines.subarray(0, length))
}
