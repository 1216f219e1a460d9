/**
 * Finds the events that carry a text, such as an id, in memory that does not hold the texts: an open-addressing table
 * of each text's 32-bit hash and its event's number, 8 bytes a slot and 11 to 23 bytes an event.
 */
export class Positions {
  #hashes = new Uint32Array(1024)
  /** Event numbers plus one; 0 is a free slot. */
  #numbers = new Uint32Array(1024)
  #count = 0

  add(text: string, number: number): void {
    if ((this.#count + 1) * 10 > this.#numbers.length * 7) this.#grow()
    this.#insert(hashOf(text), number + 1)
    this.#count++
  }

  /**
   * The numbers of the events that may carry a text: those that do, and very rarely others of the same hash, which the
   * caller must rule out by reading them.
   */
  candidates(text: string): number[] {
    const hash = hashOf(text)
    const mask = this.#numbers.length - 1
    const found: number[] = []
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#numbers[slot] ?? 0
      if (number === 0) return found
      if (this.#hashes[slot] === hash) found.push(number - 1)
    }
  }

  #insert(hash: number, number: number): void {
    const mask = this.#numbers.length - 1
    let slot = hash & mask
    while (this.#numbers[slot] !== 0) slot = (slot + 1) & mask
    this.#hashes[slot] = hash
    this.#numbers[slot] = number
  }

  #grow(): void {
    const hashes = this.#hashes
    const numbers = this.#numbers
    this.#hashes = new Uint32Array(hashes.length * 2)
    this.#numbers = new Uint32Array(numbers.length * 2)
    for (const [slot, number] of numbers.entries()) {
      if (number !== 0) this.#insert(hashes[slot] ?? 0, number)
    }
  }
}

/** FNV-1a over UTF-16 code units, with a final mix because the table uses the low bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
