/** Top bits of the hash that choose the shard, and the rest of them, which choose the place in it. */
const SHARD_BITS = 6
const PLACE_BITS = 32 - SHARD_BITS
const PLACE_MASK = 2 ** PLACE_BITS - 1
const PLACE_STEP = 2 ** -PLACE_BITS

const SHARD_SLOTS_AT_FIRST = 8

/** Eight tenths: a search for what is not there then looks at 13 slots on average, of one or two cache lines. */
const LOAD_MAX = 0.8

/** Grown by a quarter at a time, a shard is at least two thirds as full as it may be. */
const GROWTH = 1.25

/**
 * Finds numbers, of events or accounts, by the hash of a text that they carry, in memory that does not hold the texts:
 * an open-addressing table of the hash and the number, 8 bytes a slot, so 10 to 13 bytes a text.
 *
 * It is cut into shards that grow on their own: one table of ten million entries would stop the service for a second
 * whenever it doubles, and need three times its memory.
 */
export class Positions {
  /** For each slot the hash and the number plus one; a number of 0 is a free slot. Side by side: one cache miss. */
  readonly #shards: Uint32Array[] = []
  readonly #counts = new Uint32Array(1 << SHARD_BITS)

  constructor() {
    for (let shard = 0; shard < 1 << SHARD_BITS; shard++) this.#shards.push(NO_SLOTS)
  }

  add(hash: number, number: number): void {
    const shard = hash >>> PLACE_BITS
    const count = (this.#counts[shard] ?? 0) + 1
    this.#counts[shard] = count
    let slots = this.#shards[shard] ?? NO_SLOTS
    if (count * 2 > slots.length * LOAD_MAX) {
      slots = grown(slots)
      this.#shards[shard] = slots
    }
    insert(slots, hash, number + 1)
  }

  /** The number at the place where the search for a hash begins, which most often ends there; -1 when it is free. */
  first(hash: number): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    return slots.length === 0 ? -1 : (slots[homeOf(slots, hash) + 1] ?? 0) - 1
  }

  /** Whether a number was added with a hash: no is certain of a text, yes is not. */
  has(hash: number): boolean {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    if (slots.length === 0) return false
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      if (slots[at + 1] === 0) return false
      if (slots[at] === hash) return true
    }
  }

  /**
   * The number that was added with a hash and that `carries` says yes to, or -1. It is asked about those that do carry
   * the text, and about others once in 2^32 divided by the count of texts.
   */
  find(hash: number, carries: (number: number) => boolean): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    if (slots.length === 0) return -1
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      const number = slots[at + 1] ?? 0
      if (number === 0) return -1
      if (slots[at] === hash && carries(number - 1)) return number - 1
    }
  }
}

const NO_SLOTS = new Uint32Array(0)

/** Where the search for a hash begins. Order is kept, so that a shard of any length is used evenly. */
function homeOf(slots: Uint32Array, hash: number): number {
  return Math.floor((hash & PLACE_MASK) * (slots.length / 2) * PLACE_STEP) * 2
}

function insert(slots: Uint32Array, hash: number, numberPlusOne: number): void {
  let at = homeOf(slots, hash)
  while (slots[at + 1] !== 0) at = at + 2 === slots.length ? 0 : at + 2
  slots[at] = hash
  slots[at + 1] = numberPlusOne
}

function grown(slots: Uint32Array): Uint32Array {
  const length = Math.max(SHARD_SLOTS_AT_FIRST, Math.ceil((slots.length / 2) * GROWTH))
  const larger = new Uint32Array(length * 2)
  for (let at = 0; at < slots.length; at += 2) {
    const number = slots[at + 1] ?? 0
    if (number !== 0) insert(larger, slots[at] ?? 0, number)
  }
  return larger
}
