import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { LedgerEvent } from '../../contract.ts'
import { Column } from './column.ts'
import { Malformed } from './event.ts'
import { hashText } from './hash.ts'
import { decodeLine } from './line.ts'
import { Positions } from './positions.ts'

/** The most events that one request answers (the contract's limits). */
const HISTORY_LENGTH = 100

/** A side is twice the number of an event and 0 or 1; plus one it must fit into 32 bits. */
const EVENTS_MAX = 2 ** 31 - 1

/** A walk along somebody's events lets other requests run after so many steps. */
const STEPS_AT_ONCE = 50_000

/** What the history reads of the ledger file. */
export type HistoryFile = Pick<FileHandle, 'fd' | 'read'>

/** The two places in an event where a user can stand; only `to` of a Mint and `from` of a Burn are taken. */
export type Side = 'from' | 'to'

/**
 * Where in the file each event is, by number, account, id and key. Events are read from the file when they are asked
 * for, so memory grows by some 30 bytes an event, whatever it says. An event's number is its line's, counted from 0.
 *
 * The events of an account are a chain: each side of an event knows the side of the account's event before it, and the
 * account knows its last one.
 */
export class History {
  readonly #file: HistoryFile
  /** Where each event's line begins, in bytes: the low 32 bits. */
  readonly #offsets = new Column()
  /** The numbers of the events at which the high bits of the offset grow by one: one for each 4 GiB of ledger. */
  readonly #wraps: number[] = []
  /** For each side of each event the account's side before it, plus one; 0 where there is none. */
  readonly #previous = new Column()
  readonly #ids = new Positions()
  readonly #keys = new Positions()
  #length = 0
  #bytes = 0

  constructor(file: HistoryFile) {
    this.#file = file
  }

  /** The number of events. */
  get length(): number {
    return this.#length
  }

  /** The bytes of all their lines. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds the event that follows the last one in the file; its length is its line's in bytes, newline included. */
  add(lineBytes: number): void {
    if (this.#length === EVENTS_MAX) throw new Error(`a ledger holds at most ${EVENTS_MAX} events`)
    const end = this.#bytes + lineBytes
    if (Math.floor(end / 2 ** 32) > Math.floor(this.#bytes / 2 ** 32)) this.#wraps.push(this.#length + 1)
    this.#length++
    this.#offsets.set(this.#length, end % 2 ** 32)
    this.#bytes = end
  }

  /** Notes that the last event has an id or a key of this hash. */
  addId(hash: number): void {
    this.#ids.add(hash, this.#length - 1)
  }

  /** Notes that the next event, which is to be added, has an id of this hash, unless there may be another one with it. */
  addNewId(hash: number): boolean {
    return this.#ids.addFirst(hash, this.#length)
  }

  addKey(hash: number): void {
    this.#keys.add(hash, this.#length - 1)
  }

  /** Puts an account on a side of the last event, behind the side that it stood on last; answers the new one. */
  chain(side: Side, lastSidePlusOne: number): number {
    const at = (this.#length - 1) * 2 + (side === 'from' ? 0 : 1)
    this.#previous.set(at, lastSidePlusOne)
    return at + 1
  }

  /** See `Positions.touch`. */
  touchId(hash: number): number {
    return this.#ids.touch(hash)
  }

  /** The first event with a key of this hash, which may be another key; that there is none, -1, is certain. */
  firstOfKey(hash: number): number {
    return this.#keys.first(hash)
  }

  /** The number of the event with an id; -1 when there is none. */
  numberOfId(id: string): number {
    return this.#ids.find(hashText(id), (number) => this.event(number).Id === id)
  }

  /** The event that was sent with an idempotency key; undefined when there is none. */
  byKey(key: string): LedgerEvent | undefined {
    const number = this.#keys.find(hashText(key), (candidate) => this.event(candidate).Key === key)
    return number === -1 ? undefined : this.event(number)
  }

  /**
   * Reads an event in the middle of a decision, so without letting anything else run. It is needed for the events that
   * somebody asks for by id or key, and the page is almost always in memory.
   */
  event(number: number): LedgerEvent {
    const start = this.#offset(number)
    const line = Buffer.allocUnsafe(this.#offset(number + 1) - start)
    for (let filled = 0; filled < line.length; ) {
      const bytesRead = readSync(this.#file.fd, line, filled, line.length - filled, start + filled)
      if (bytesRead === 0) throw endsWithin(number)
      filled += bytesRead
    }
    return decodeStored(line, number)
  }

  /** Up to 100 events before a number, newest first. */
  async lastBefore(end: number): Promise<LedgerEvent[]> {
    const oldest = Math.max(0, end - HISTORY_LENGTH)
    return end === oldest ? [] : this.#readRun(oldest, end - 1)
  }

  /** Up to 100 events of an account before a number, newest first, from the chain that goes on at a side. */
  async chainBefore(sidePlusOne: number, end: number): Promise<LedgerEvent[]> {
    let at = sidePlusOne
    for (let steps = 1; at !== 0 && numberOf(at) >= end; steps++) {
      at = this.#previous.get(at - 1)
      if (steps % STEPS_AT_ONCE === 0) await new Promise(setImmediate)
    }
    const numbers: number[] = []
    for (; at !== 0 && numbers.length < HISTORY_LENGTH; at = this.#previous.get(at - 1)) {
      numbers.push(numberOf(at))
    }
    return this.#read(numbers)
  }

  /** Where the chain of an account goes on after an event that it takes part in on a side. */
  sideBefore(number: number, side: Side): number {
    return this.#previous.get(number * 2 + (side === 'from' ? 0 : 1))
  }

  /** Reads events by their numbers, which descend; lines that touch are read at once. */
  async #read(numbers: readonly number[]): Promise<LedgerEvent[]> {
    const runs: Promise<LedgerEvent[]>[] = []
    for (let first = 0; first < numbers.length; ) {
      let last = first
      while (numbers[last + 1] === (numbers[last] ?? 0) - 1) last++
      runs.push(this.#readRun(numbers[last] ?? 0, numbers[first] ?? 0))
      first = last + 1
    }
    return (await Promise.all(runs)).flat()
  }

  async #readRun(oldest: number, newest: number): Promise<LedgerEvent[]> {
    const start = this.#offset(oldest)
    const bytes = Buffer.allocUnsafe(this.#offset(newest + 1) - start)
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, start + filled)
      if (bytesRead === 0) throw endsWithin(newest)
      filled += bytesRead
    }
    const events: LedgerEvent[] = []
    for (let number = newest; number >= oldest; number--) {
      const line = bytes.subarray(this.#offset(number) - start, this.#offset(number + 1) - start)
      events.push(decodeStored(line, number))
    }
    return events
  }

  #offset(number: number): number {
    let wraps = 0
    while ((this.#wraps[wraps] ?? Number.POSITIVE_INFINITY) <= number) wraps++
    return wraps * 2 ** 32 + this.#offsets.get(number)
  }
}

/**
 * Decodes a line that was valid when it was written or replayed.
 *
 * @throws Error when it has been damaged since: the file is at fault, not the client that asks for it
 */
function decodeStored(line: Buffer, number: number): LedgerEvent {
  try {
    return decodeLine(line)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new Error(`the ledger is damaged: line ${number + 1}: ${error.message}`, { cause: error })
  }
}

const endsWithin = (number: number) =>
  new Error(`the ledger is damaged: it ends before or in line ${number + 1}`)

function numberOf(sidePlusOne: number): number {
  return (sidePlusOne - 1) >>> 1
}
