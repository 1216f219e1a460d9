/** The top bits of the hash select the shard, the others the slot. */
const SHARD_BITS = 6
const PLACE_BITS = 32 - SHARD_BITS
const PLACE_MASK = 2 ** PLACE_BITS - 1
const PLACE_STEP = 2 ** -PLACE_BITS

const SHARD_SLOTS_AT_FIRST = 8

/** Maximum load factor. At 0.8 an unsuccessful search probes 13 slots on average, in one or two cache lines. */
const LOAD_MAX = 0.8

/** Growth factor. After growing, a shard is still two thirds as full as allowed. */
const GROWTH = 1.5

/**
 * Maps hashes of texts to numbers of events or accounts without storing the texts: an open-addressing table of hash and number, 8
 * bytes per slot, so 10 to 15 bytes per text.
 * It is sharded so that growth happens in small steps: doubling one table of ten million entries would block the service for a
 * second and need three times its memory.
 */
export class Positions {
  /** Hash and number plus one of each slot, side by side to share a cache line. 0 marks a free slot. */
  readonly #shards: Uint32Array[] = []
  readonly #counts = new Uint32Array(1 << SHARD_BITS)

  constructor() {
    for (let shard = 0; shard < 1 << SHARD_BITS; shard++) this.#shards.push(NO_SLOTS)
  }

  add(hash: number, number: number): void {
    insert(this.#makeRoom(hash >>> PLACE_BITS), hash, number + 1)
    this.#count(hash >>> PLACE_BITS)
  }

  /** Prefetches the first slot for a hash. The returned value has no meaning. */
  prefetch(hash: number): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    return slots[homeOf(slots, hash)] ?? 0
  }

  /** Returns the first number added with a hash, or -1. */
  first(hash: number): number {
    const slots = this.#shards[hash >>> PLACE_BITS] ?? NO_SLOTS
    if (slots.length === 0) return -1
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      const number = slots[at + 1] ?? 0
      if (number === 0 || slots[at] === hash) return number - 1
    }
  }

  /** Adds a number unless the hash is present, with one search. Returns whether it was added. */
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
   * Returns the number with a hash for which `carries` returns true, or -1. `carries` compares the texts, because different texts
   * may share a hash.
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

  /** Returns the slots of a shard, grown if necessary for one more number. */
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

/** Returns the first slot for a hash. It is proportional to the hash, so shards of any length fill evenly. */
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
