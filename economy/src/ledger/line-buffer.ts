/** Room for a batch of a thousand ordinary events. A batch of long ones gets more, for once. */
const BYTES_KEPT = 1 << 18

/** UTF-8 has at most so many bytes for each unit of a string. */
const BYTES_PER_UNIT = 3

/** The lines of one batch after the other, as the bytes to write. */
export class LineBuffer {
  #room = Buffer.allocUnsafe(BYTES_KEPT)
  #end = 0

  /** What was added since the buffer was cleared, valid until then. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#end)
  }

  /** Adds a line; answers its length in bytes. */
  add(line: string): number {
    const end = this.#end + line.length * BYTES_PER_UNIT
    if (end > this.#room.length) this.#grow(end * 2)
    const length = this.#room.write(line, this.#end)
    this.#end += length
    return length
  }

  clear(): void {
    this.#end = 0
    if (this.#room.length > BYTES_KEPT) this.#room = Buffer.allocUnsafe(BYTES_KEPT)
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(length)
    this.#room.copy(larger, 0, 0, this.#end)
    this.#room = larger
  }
}
