import { hash } from 'node:crypto'

/** Bytes of a hash. A text is mistaken for one of a hundred million others once in three million times. */
const hashBytes = 6

const initialSlots = 1_024

/**
 * A set of texts that keeps a hash of each: about 16 bytes, a tenth of a `Set` of ids. Rarely, it has a text that was not added.
 */
export class CompactSet {
  /** Hashes by open addressing; 0: a free slot. */
  #slots = new Float64Array(initialSlots)
  #size = 0

  get size(): number {
    return this.#size
  }

  add(text: string): void {
    if (2 * (this.#size + 1) > this.#slots.length) this.#grow()
    if (insert(this.#slots, hashOf(text))) this.#size++
  }

  has(text: string): boolean {
    const wanted = hashOf(text)
    return this.#slots[slotOf(this.#slots, wanted)] === wanted
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#slots.length)
    for (const kept of this.#slots) if (kept !== 0) insert(larger, kept)
    this.#slots = larger
  }
}

const hashOf = (text: string): number => hash('sha1', text, 'buffer').readUIntBE(0, hashBytes) + 1

/** Returns the slot of a hash, or the free one where it belongs. */
function slotOf(slots: Float64Array, wanted: number): number {
  let slot = wanted % slots.length
  while (slots[slot] !== 0 && slots[slot] !== wanted) slot = (slot + 1) % slots.length
  return slot
}

/** Returns false if the hash is there already. */
function insert(slots: Float64Array, added: number): boolean {
  const slot = slotOf(slots, added)
  if (slots[slot] === added) return false
  slots[slot] = added
  return true
}
