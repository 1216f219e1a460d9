import type { FileHandle } from 'node:fs/promises'
import { EconomyFault } from './fault.ts'

const CHUNK_BYTES = 1 << 18

/** No event comes near it: what has no newline for so long is another file, which would be read into memory whole. */
const LINE_BYTES_MAX = 64 << 20

const NEWLINE = 0x0a

/** What follows the last newline of a ledger: a line that was never finished, or zeros of a file system. */
export interface TornTail {
  /** Where it begins, in bytes: the size that the ledger should have. */
  offset: number
  bytes: Buffer
}

/** What reading the lines needs of the ledger file. */
export type LinesFile = Pick<FileHandle, 'read'>

/**
 * Hands over a ledger's lines, many at once and none in parts; answers what follows the last newline. The bytes are
 * only valid until `take` is done with them.
 */
export async function readWholeLines(
  file: LinesFile,
  take: (lines: Buffer) => void | Promise<void>,
): Promise<TornTail> {
  // While one chunk is read from the disk, the one before it is worked through.
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let other = Buffer.allocUnsafe(CHUNK_BYTES)
  const rest = new Rest()
  let reading = file.read(chunk, 0, CHUNK_BYTES, 0)
  for (let position = 0; ; ) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return rest.tail(position)
    position += bytesRead
    reading = file.read(other, 0, CHUNK_BYTES, position)
    // The read under way is waited for by the next turn only: when this one fails, nobody else hears of its failure.
    reading.catch(() => undefined)
    const read = chunk.subarray(0, bytesRead)
    const first = read.indexOf(NEWLINE) + 1
    const last = read.lastIndexOf(NEWLINE) + 1
    if (first > 0) await take(rest.finish(read.subarray(0, first)))
    if (last > first) await take(read.subarray(first, last))
    rest.keep(read.subarray(last))
    ;[chunk, other] = [other, chunk]
  }
}

/** The beginning of a line whose end is in a later chunk. */
class Rest {
  #pieces: Buffer[] = []
  #length = 0

  keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#length += piece.length
    if (this.#length > LINE_BYTES_MAX) throw new EconomyFault('invalid ledger: a line is longer than 64 MiB')
    this.#pieces.push(Buffer.from(piece))
  }

  finish(end: Buffer): Buffer {
    const line = Buffer.concat([...this.#pieces, end])
    this.#pieces = []
    this.#length = 0
    return line
  }

  tail(size: number): TornTail {
    return { offset: size - this.#length, bytes: Buffer.concat(this.#pieces) }
  }
}
