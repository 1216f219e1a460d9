import { EconomyFault } from '../../fault.ts'

const chunkBytes = 1 << 18

/** Events are far shorter. A longer line means another kind of file, which would be loaded into memory whole. */
const lineBytesMax = 64 << 20

const newline = 0x0a

/** The bytes after the last newline: a line that was never finished, or zeros from the file system. */
export interface TornTail {
  /** Offset of the tail: the correct size of the ledger. */
  offset: number
  bytes: Buffer
}

/** The part of the ledger file that reading uses. */
export interface LinesFile {
  read: (buffer: Buffer, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>
}

/**
 * Reads a ledger in batches of complete lines. Returns the bytes after the last newline. The bytes are valid until `take`
 * returns.
 *
 * @param from offset of the first line
 */
export async function readWholeLines(
  file: LinesFile,
  take: (lines: Buffer) => void | Promise<void>,
  from = 0,
): Promise<TornTail> {
  // Reads the next chunk while the current one is processed.
  let chunk = Buffer.allocUnsafe(chunkBytes)
  let other = Buffer.allocUnsafe(chunkBytes)
  const rest = new Rest()
  let reading = file.read(chunk, 0, chunkBytes, from)
  for (let position = from; ; ) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return rest.tail(position)
    position += bytesRead
    reading = file.read(other, 0, chunkBytes, position)
    // The next iteration awaits this read. If the current one fails, its rejection must not go unhandled.
    reading.catch(() => undefined)
    const read = chunk.subarray(0, bytesRead)
    const first = read.indexOf(newline) + 1
    const last = read.lastIndexOf(newline) + 1
    if (first > 0) await take(rest.finish(read.subarray(0, first)))
    if (last > first) await take(read.subarray(first, last))
    rest.keep(read.subarray(last))
    ;[chunk, other] = [other, chunk]
  }
}

/** The start of a line that ends in a later chunk. */
class Rest {
  #pieces: Buffer[] = []
  #length = 0

  keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#length += piece.length
    if (this.#length > lineBytesMax) throw new EconomyFault('invalid ledger: a line is longer than 64 MiB')
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
