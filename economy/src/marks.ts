import { type FileHandle, open } from 'node:fs/promises'
import { EconomyFault, systemFault } from './fault.ts'
import { Malformed } from './ledger/event.ts'
import { decodeLine } from './ledger/line.ts'

const newlineByte = 0x0a

/** Bytes per step when searching backwards for the last line. */
const stepBytes = 1 << 16

/** Byte offset of the end of a line in a ledger file. Everything before it is immutable. */
export type LedgerMark = number

/** An event and the end of its line. */
export interface MarkedEvent {
  end: LedgerMark
  /** The `Idempotency-Key` of the request. */
  key: string | undefined
}

/**
 * Returns the end of the last complete line, or undefined if the file does not exist. Read-only, so it is safe while the service
 * runs.
 *
 * @throws EconomyFault if the file cannot be read
 */
export async function lastMark(path: string): Promise<LedgerMark | undefined> {
  const file = await opened(path)
  if (!file) return undefined
  try {
    for (let end = (await file.stat()).size; end > 0; end -= stepBytes) {
      const start = Math.max(0, end - stepBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      const newline = buffer.subarray(0, bytesRead).lastIndexOf(newlineByte)
      if (newline !== -1) return start + newline + 1
    }
    return 0
  } finally {
    await file.close()
  }
}

/**
 * Returns the events between two marks, oldest first. All of them are held in memory.
 *
 * @throws EconomyFault if a line is damaged or the file cannot be read
 */
export async function eventsBetween(path: string, from: LedgerMark, to: LedgerMark): Promise<MarkedEvent[]> {
  const file = await opened(path)
  if (!file) return []
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
    const lines = buffer.subarray(0, bytesRead)
    const events: MarkedEvent[] = []
    for (let start = 0; ; ) {
      const newline = lines.indexOf(newlineByte, start)
      if (newline === -1) return events
      events.push({ end: from + newline + 1, key: decodeLine(lines.subarray(start, newline)).Key })
      start = newline + 1
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new EconomyFault(`invalid ledger: a line after byte ${from}: ${error.message}`)
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw systemFault(`cannot read the ledger ${path}`, error)
  }
}
