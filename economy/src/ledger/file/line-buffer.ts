/** Room for a batch of a thousand ordinary events. A larger batch gets a temporary buffer. */
const bytesKept = 1 << 18

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const bytesPerUnit = 3

/** Collects the lines of a batch as bytes. */
export class LineBuffer {
  #room = Buffer.allocUnsafe(bytesKept)
  #end = 0

  /** The lines added since `clear`, valid until the next `clear`. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#end)
  }

  /** Adds a line. Returns its length in bytes. */
  add(line: string): number {
    const end = this.#end + line.length * bytesPerUnit
    if (end > this.#room.length) this.#grow(end * 2)
    const length = this.#room.write(line, this.#end)
    this.#end += length
    return length
  }

  clear(): void {
    this.#end = 0
    if (this.#room.length > bytesKept) this.#room = Buffer.allocUnsafe(bytesKept)
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(length)
    this.#room.copy(larger, 0, 0, this.#end)
    this.#room = larger
  }
}
