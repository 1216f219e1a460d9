import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The bytes of a file at any place. */
export interface FileBytes {
  /** Bytes. */
  size: number
  /** Reads a range, both ends inclusive. */
  read(range: { start: number; end: number }): Chunks | Promise<Chunks>
}

/** Bytes that are read at a time. Small ranges would each be a request where files are in object storage. */
const blockBytes = 1024 * 1024

/** Reads ranges of a file in their order, with one block in memory. */
export class BlockReader extends RandomAccessReader {
  readonly #file: FileBytes
  #at = -1
  #block: Buffer = Buffer.alloc(0)
  /** Error of the file itself. Other errors are those of its content. */
  failure: Error | undefined

  constructor(file: FileBytes) {
    super()
    this.#file = file
  }

  /** Yields the bytes from `start` to before `end`. */
  async *range(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    for (let at = start; at < end; ) {
      const chunk = (await this.#blockWith(at)).subarray(at % blockBytes, (at % blockBytes) + end - at)
      if (chunk.length === 0) throw new Error('the range ends after the file')
      at += chunk.length
      yield chunk
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.range(start, end), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, { offset, start: position, end: position + length }).then(
      () => callback(null),
      callback,
    )
  }

  async #copy(
    buffer: Buffer,
    { offset, start, end }: { offset: number; start: number; end: number },
  ): Promise<void> {
    let at = offset
    for await (const chunk of this.range(start, end)) {
      buffer.set(chunk, at)
      at += chunk.length
    }
  }

  async #blockWith(position: number): Promise<Buffer> {
    const at = position - (position % blockBytes)
    if (this.#at === at) return this.#block
    const end = Math.min(at + blockBytes, this.#file.size) - 1
    try {
      this.#block = end < at ? Buffer.alloc(0) : await readAll(await this.#file.read({ start: at, end }))
      this.#at = at
      return this.#block
    } catch (error) {
      this.failure = error as Error
      throw error
    }
  }
}

async function readAll(chunks: Chunks): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks))
}
