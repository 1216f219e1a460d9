import { stat } from 'node:fs/promises'
import { EconomyFault } from '../../fault.ts'
import { Chain, ChangedBytes, MissingBytes } from '../file/chain.ts'
import { loadSnapshot } from '../file/snapshot/snapshot.ts'
import { BadSnapshot } from '../file/snapshot/stream.ts'
import type { LinesFile, TornTail } from '../file/whole-lines.ts'
import { Book } from '../index/book.ts'
import type { HistoryFile } from '../index/history.ts'
import { replay } from './replay.ts'

const newline = 0x0a

const countedBytes = 1 << 20

/** Path of the snapshot of a ledger. */
export const snapshotPath = (ledgerFile: string) => `${ledgerFile}.snapshot`

export interface Rebuilt {
  book: Book
  chain: Chain
  tail: TornTail
  /** Number of events that came from the snapshot. */
  eventsOfSnapshot: number
  /** When the snapshot was written, in Unix milliseconds; 0 if none was used. */
  snapshotSavedAt: number
  /** Why the snapshot was not used, if there is one. */
  unusedSnapshot: string | undefined
}

/**
 * Rebuilds the book of a ledger file, read-only: from its snapshot and the events after it, or from all events. Compares the file
 * with the running hash beside it.
 *
 * @param end Number of bytes to read; all by default.
 * @throws EconomyFault as `replay`, and if the file has changed since it was written
 */
export async function rebuild(
  file: HistoryFile,
  ledgerFile: string,
  {
    fromSnapshot,
    end = Number.POSITIVE_INFINITY,
    onProgress,
  }: { fromSnapshot: boolean; end?: number; onProgress?: (bytes: number) => void },
): Promise<Rebuilt> {
  const lines = end === Number.POSITIVE_INFINITY ? file : cutOff(file, end)
  const { book, chain, unusedSnapshot } = fromSnapshot
    ? await startFromSnapshot(file, ledgerFile)
    : await startFromNothing(file, ledgerFile)
  const eventsOfSnapshot = book.history.length
  try {
    await addBytes(file, chain, book.history.bytes)
    const tail = await replay(lines, book, {
      from: book.history.bytes,
      beforeLines: (bytes) => chain.add(bytes),
      ...(onProgress && { onProgress }),
    })
    if (end === Number.POSITIVE_INFINITY) chain.endComparison()
    const snapshotSavedAt = eventsOfSnapshot === 0 ? 0 : (await stat(snapshotPath(ledgerFile))).mtimeMs
    return { book, chain, tail, eventsOfSnapshot, snapshotSavedAt, unusedSnapshot }
  } catch (error) {
    throw error instanceof ChangedBytes ? await faultOf(file, error) : error
  }
}

interface Start {
  book: Book
  chain: Chain
  unusedSnapshot?: string
}

async function startFromNothing(file: HistoryFile, ledgerFile: string): Promise<Start> {
  return { book: new Book(file), chain: await Chain.beside(ledgerFile) }
}

async function startFromSnapshot(file: HistoryFile, ledgerFile: string): Promise<Start> {
  try {
    const chain = await Chain.beside(ledgerFile)
    const book = loadSnapshot(snapshotPath(ledgerFile), file, ({ bytes, hash }) =>
      chain.skipWholeBlocks(bytes, hash),
    )
    return { book: book ?? new Book(file), chain }
  } catch (error) {
    if (!(error instanceof BadSnapshot)) throw error
    // The chain may have skipped blocks before the snapshot turned out to be damaged.
    return { ...(await startFromNothing(file, ledgerFile)), unusedSnapshot: error.message }
  }
}

/**
 * Adds the bytes of a snapshot's last block, which the chain does not have yet.
 *
 * @throws MissingBytes if the file is shorter than the snapshot's part
 */
async function addBytes(file: LinesFile, chain: Chain, end: number): Promise<void> {
  if (end === 0) return
  // If the snapshot ends with a block, its last byte shows that the file is long enough.
  const start = Math.min(chain.size, end - 1)
  const bytes = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
  if (bytesRead < bytes.length) throw new MissingBytes(start + bytesRead, end)
  chain.add(bytes.subarray(chain.size - start))
}

/** Returns a file that seems to end at an offset. */
function cutOff(file: LinesFile, end: number): LinesFile {
  return {
    read: (buffer, offset, length, position) =>
      file.read(buffer, offset, Math.min(length, end - position), position),
  }
}

/** Returns the fault for changed bytes. It names their lines. */
async function faultOf(file: LinesFile, fault: ChangedBytes): Promise<EconomyFault> {
  const { from, to, message } = fault
  const before = await countLines(file, 0, from)
  const lines =
    fault instanceof MissingBytes
      ? `the end, after line ${before}`
      : `lines ${before + 1} to ${before + 1 + (await countLines(file, from, to - 1))}`
  return new EconomyFault(
    `invalid ledger: ${lines}: ${message}, according to the running hash beside the ledger`,
  )
}

async function countLines(file: LinesFile, from: number, to: number): Promise<number> {
  const buffer = Buffer.alloc(countedBytes)
  let lines = 0
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at)
    if (bytesRead === 0) break
    for (const byte of buffer.subarray(0, bytesRead)) if (byte === newline) lines++
    at += bytesRead
  }
  return lines
}
