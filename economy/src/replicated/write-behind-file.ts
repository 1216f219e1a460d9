import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { HistoryFile } from '../ledger/index/history.ts'

/** Bytes that may wait for the disk: about 300,000 payments. */
const waitingBytesMax = 64 << 20

/** Appended lines, and their offset in the file. */
interface Waiting {
  at: number
  bytes: Buffer
}

/**
 * A file whose appended lines are kept in memory until they are flushed in the background. They can be read at once, so a hanging disk
 * stops neither payments nor other requests. After a failed write, each append fails.
 */
export class WriteBehindFile implements HistoryFile {
  readonly #file: FileHandle
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #writing: Promise<void> | undefined
  #failure: unknown

  /** @param file open for appending */
  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Number of appended bytes that the file may not have yet. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /**
   * Appends a copy of these lines.
   *
   * @param at the length of the file with all earlier lines
   * @throws the system's error of an earlier write, or an error if the disk has hung for too long
   */
  append(lines: Buffer, at: number): void {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#waitingBytes + lines.length > waitingBytesMax) throw new Error('the disk of the copy hangs')
    this.#waiting.push({ at, bytes: Buffer.from(lines) })
    this.#waitingBytes += lines.length
  }

  /** Writes everything that has been appended. @throws the system's error */
  async flush(): Promise<void> {
    if (this.#failure === undefined && this.#waitingBytes > 0) {
      this.#writing ??= this.#write()
      await this.#writing
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  async read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }> {
    const copied = this.#copyWaiting(buffer.subarray(offset, offset + length), position)
    return copied === undefined ? this.#file.read(buffer, offset, length, position) : { bytesRead: copied }
  }

  readSync(buffer: Buffer, offset: number, length: number, position: number): number {
    const copied = this.#copyWaiting(buffer.subarray(offset, offset + length), position)
    return copied ?? readSync(this.#file.fd, buffer, offset, length, position)
  }

  /** Returns the number of bytes copied, or undefined if the position is in the written part of the file. */
  #copyWaiting(to: Buffer, position: number): number | undefined {
    const [first] = this.#waiting
    if (first === undefined || position < first.at) return undefined
    const { at, bytes } = this.#waiting.findLast((lines) => lines.at <= position) ?? first
    return bytes.subarray(position - at, position - at + to.length).copy(to)
  }

  /** Writes until no bytes wait. It is called only while some do, so it never ends before `#writing` is set. */
  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const { length } = this.#waiting
        const bytes = Buffer.concat(this.#waiting.map((lines) => lines.bytes))
        for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
        this.#waiting.splice(0, length)
        this.#waitingBytes -= bytes.length
      }
    } catch (error) {
      this.#failure = error
    }
    this.#writing = undefined
  }
}
