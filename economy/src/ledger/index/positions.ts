import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'

/** The top bits of the hash select the shard, the others the slot. */
const shardBits = 6
const slotBits = 32 - shardBits
const slotMask = 2 ** slotBits - 1
const slotStep = 2 ** -slotBits

const shardSlotsAtFirst = 8

/** Maximum load factor. At 0.8 an unsuccessful search probes 13 slots on average, in one or two cache lines. */
const loadMax = 0.8

/** Growth factor. After growing, a shard is still two thirds as full as allowed. */
const growth = 1.5

/**
 * Maps hashes of texts to numbers of events or accounts without storing the texts. It is an open-addressing table of hash and number.
 * A slot has 8 bytes, so a text takes 10 to 15.
 *
 * It is sharded so that growth happens in small steps. Doubling one table of ten million entries would block the service for a
 * second and need three times its memory.
 */
export class Positions implements Saved {
  /** Hash and number plus one of each slot, side by side to share a cache line. 0 marks a free slot. */
  readonly #shards: Uint32Array[] = []
  readonly #counts = new Uint32Array(1 << shardBits)

  constructor() {
    for (let shard = 0; shard < 1 << shardBits; shard++) this.#shards.push(noSlots)
  }

  add(hash: number, number: number): void {
    insert(this.#makeRoom(hash >>> slotBits), hash, number + 1)
    this.#count(hash >>> slotBits)
  }

  /** Prefetches the first slot for a hash. The returned value has no meaning. */
  prefetch(hash: number): number {
    const slots = this.#shards[hash >>> slotBits] ?? noSlots
    return slots[homeOf(slots, hash)] ?? 0
  }

  /** Returns the number with a hash that `find` tries first, or -1. */
  first(hash: number): number {
    const slots = this.#shards[hash >>> slotBits] ?? noSlots
    if (slots.length === 0) return -1
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      const number = slots[at + 1] ?? 0
      if (number === 0 || slots[at] === hash) return number - 1
    }
  }

  /** Adds a number unless the hash is present, with one search. Returns whether it was added. */
  addFirst(hash: number, number: number): boolean {
    const slots = this.#makeRoom(hash >>> slotBits)
    let at = homeOf(slots, hash)
    for (; slots[at + 1] !== 0; at = at + 2 === slots.length ? 0 : at + 2) {
      if (slots[at] === hash) return false
    }
    slots[at] = hash
    slots[at + 1] = number + 1
    this.#count(hash >>> slotBits)
    return true
  }

  /**
   * Returns the number with a hash for which `carries` returns true, or -1. `carries` compares the texts, because different texts
   * may share a hash.
   */
  find(hash: number, carries: (number: number) => boolean): number {
    const slots = this.#shards[hash >>> slotBits] ?? noSlots
    if (slots.length === 0) return -1
    for (let at = homeOf(slots, hash); ; at = at + 2 === slots.length ? 0 : at + 2) {
      const number = slots[at + 1] ?? 0
      if (number === 0) return -1
      if (slots[at] === hash && carries(number - 1)) return number - 1
    }
  }

  save(to: SnapshotWriter): void {
    to.bytes(this.#counts)
    for (const slots of this.#shards) {
      to.number(slots.length)
      to.bytes(slots)
    }
  }

  load(from: SnapshotReader): void {
    from.bytes(this.#counts)
    for (let shard = 0; shard < this.#shards.length; shard++) {
      const slots = new Uint32Array(from.length(4))
      from.bytes(slots)
      this.#shards[shard] = slots
    }
  }

  /** Returns the slots of a shard, grown if necessary for one more number. */
  #makeRoom(shard: number): Uint32Array {
    const slots = this.#shards[shard] ?? noSlots
    if (((this.#counts[shard] ?? 0) + 1) * 2 <= slots.length * loadMax) return slots
    const larger = grown(slots)
    this.#shards[shard] = larger
    return larger
  }

  #count(shard: number): void {
    this.#counts[shard] = (this.#counts[shard] ?? 0) + 1
  }
}

const noSlots = new Uint32Array(0)

/** Returns the first slot for a hash. It is proportional to the hash, so shards of any length fill evenly. */
function homeOf(slots: Uint32Array, hash: number): number {
  return Math.floor((hash & slotMask) * (slots.length / 2) * slotStep) * 2
}

function insert(slots: Uint32Array, hash: number, numberPlusOne: number): void {
  let at = homeOf(slots, hash)
  while (slots[at + 1] !== 0) at = at + 2 === slots.length ? 0 : at + 2
  slots[at] = hash
  slots[at + 1] = numberPlusOne
}

function grown(slots: Uint32Array): Uint32Array {
  const length = Math.max(shardSlotsAtFirst, Math.ceil((slots.length / 2) * growth))
  const larger = new Uint32Array(length * 2)
  for (let at = 0; at < slots.length; at += 2) {
    const number = slots[at + 1] ?? 0
    if (number !== 0) insert(larger, slots[at] ?? 0, number)
  }
  return larger
}
