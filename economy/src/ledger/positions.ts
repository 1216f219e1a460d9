/** Top bits of the hash that choose the shard, and the rest of them, which choose the place in it. */
const SHARD_BITS = 6
const PLACE_BITS = 32 - SHARD_BITS
const PLACE_MASK = 2 ** PLACE_BITS - 1
const PLACE_STEP = 2 ** -PLACE_BITS

const SHARD_SLOTS_AT_FIRST = 8

/** Eight tenths: a search for what is not there then looks at 13 slots on average, of one or two cache lines. */
const LOAD_MAX = 0.8

/** Grown by a half at a time, a shard is at least two thirds as full as it may be. */
const GROWTH = 1.5

/**
 * Finds numbers, of events or accounts, by the hash of a text that they carry, in memory that does not hold the texts:
 * an open-addressing table of the hash and the number, 8 bytes a slot, so 10 to 15 bytes a text.
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
    insert(this.#makeRoom(hash >>> PLACE_BITS), hash, number + 1)
    this.#count(hash >>> PLACE_BITS)
  }

  /** Reads where the search for a hash begins, so that it is in the cache. What is read means nothing. */
  touch(hash: number): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    return slots[homeOf(slots, hash)] ?? 0
  }

  /** The first number that was added with a hash; -1 when there is none. */
  first(hash: number): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    if (slots.length === 0) return -1
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      const number = slots[at + 1] ?? 0
      if (number === 0 || slots[at] === hash) return number - 1
    }
  }

  /** Adds a number unless there is one with the hash already; answers whether it did. In one search. */
  addFirst(hash: number, number: number): boolean {
    const slots = this.#makeRoom(hash >>> PLACE_BITS)
    let at = homeOf(slots, hash)
    for (; slots[at + 1] !== 0; at = at + 2 === slots.length ? 0 : at + 2) {
      if (slots[at] === hash) return false
    }
    slots[at] = hash
    slots[at + 1] = number + 1
    this.#count(hash >>> PLACE_BITS)
    return true
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

  /** The slots of a shard, with a free one for one number more. */
  #makeRoom(shard: number): Uint32Array {
    const slots = this.#shards[shard] ?? NO_SLOTS
    if (((this.#counts[shard] ?? 0) + 1) * 2 <= slots.length * LOAD_MAX) return slots
    const larger = grown(slots)
    this.#shards[shard] = larger
    return larger
  }

  #count(shard: number): void {
    this.#counts[shard] = (this.#counts[shard] ?? 0) + 1
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
