import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { LedgerEvent } from '../../../contract.ts'
import { Malformed } from '../event.ts'
import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
import type { LinesFile } from '../file/whole-lines.ts'
import { decodeLine } from '../line.ts'
import { Column } from './column.ts'
import { hashText } from './hash.ts'
import { Positions } from './positions.ts'

/** Maximum number of events per response. */
const historyLength = 100

/** A side is twice the number of its event plus 0 or 1. A side plus one must fit into 32 bits. */
const eventsMax = 2 ** 31 - 1

/** Steps along a chain of events before other requests get a turn. */
const stepsAtOnce = 50_000

/** The part of the ledger file that the history uses. */
export interface HistoryFile extends LinesFile {
  readSync: (buffer: Buffer, offset: number, length: number, position: number) => number
}

/** Returns the part of an open file that the history uses. */
export const historyFile = (file: Pick<FileHandle, 'fd' | 'read'>): HistoryFile => ({
  read: (...span) => file.read(...span),
  readSync: (...span) => readSync(file.fd, ...span),
})

/** The two roles of a user in an event. A Mint has only `to`, a Burn only `from`. */
export type Side = 'from' | 'to'

/**
 * Index of the ledger file by number, account, id and key. Events are read from the file on demand, so an event takes about 30
 * bytes of memory, whatever its size. Events are numbered from 0 like their lines.
 *
 * The events of an account form a linked list. Each side of an event points to the account's previous side, and the account points
 * to its last one.
 */
export class History implements Saved {
  readonly #file: HistoryFile
  /** Offsets of the lines in bytes: the low 32 bits. */
  readonly #offsets = new Column()
  /** Numbers of the events at which the high bits of the offset increase: one per 4 GiB. */
  readonly #wraps: number[] = []
  /** The account's previous side plus one, for each side of each event; 0 if there is none. */
  readonly #previous = new Column()
  readonly #ids = new Positions()
  readonly #keys = new Positions()
  #length = 0
  #bytes = 0

  constructor(file: HistoryFile) {
    this.#file = file
  }

  /** Number of events. */
  get length(): number {
    return this.#length
  }

  /** Length of all lines in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Adds the next event of the file.
   *
   * @param lineBytes length of its line including the newline
   */
  add(lineBytes: number): void {
    if (this.#length === eventsMax) throw new Error(`a ledger holds at most ${eventsMax} events`)
    const end = this.#bytes + lineBytes
    if (Math.floor(end / 2 ** 32) > Math.floor(this.#bytes / 2 ** 32)) this.#wraps.push(this.#length + 1)
    this.#length++
    this.#offsets.set(this.#length, end % 2 ** 32)
    this.#bytes = end
  }

  /** Adds the hash of the last event's id. */
  addId(hash: number): void {
    this.#ids.add(hash, this.#length - 1)
  }

  /** Adds the hash of the next event's id unless it is present. Returns false if an event may already have this id. */
  addNewId(hash: number): boolean {
    return this.#ids.addFirst(hash, this.#length)
  }

  addKey(hash: number): void {
    this.#keys.add(hash, this.#length - 1)
  }

  /** Links a side of the last event to the account's previous side. Returns the new side plus one. */
  chain(side: Side, lastSidePlusOne: number): number {
    const at = (this.#length - 1) * 2 + (side === 'from' ? 0 : 1)
    this.#previous.set(at, lastSidePlusOne)
    return at + 1
  }

  /** See `Positions.prefetch`. */
  prefetchId(hash: number): number {
    return this.#ids.prefetch(hash)
  }

  /** Returns the first event whose key has this hash, or -1. A hit may be a different key; -1 is certain. */
  firstOfKey(hash: number): number {
    return this.#keys.first(hash)
  }

  /** Returns the number of the event with an id, or -1. */
  numberOfId(id: string): number {
    return this.#ids.find(hashText(id), (number) => this.event(number).Id === id)
  }

  /** Returns the event with an idempotency key, or undefined. */
  byKey(key: string): LedgerEvent | undefined {
    const number = this.#keys.find(hashText(key), (candidate) => this.event(candidate).Key === key)
    return number === -1 ? undefined : this.event(number)
  }

  /**
   * Reads an event synchronously, so that nothing changes during a decision. It serves lookups by id or key, and the file is
   * almost always in the page cache.
   */
  event(number: number): LedgerEvent {
    const start = this.#offset(number)
    const line = Buffer.allocUnsafe(this.#offset(number + 1) - start)
    for (let filled = 0; filled < line.length; ) {
      const bytesRead = this.#file.readSync(line, filled, line.length - filled, start + filled)
      if (bytesRead === 0) throw endsWithin(number)
      filled += bytesRead
    }
    return decodeStored(line, number)
  }

  /** Returns up to 100 events before a number, newest first. */
  async lastBefore(end: number): Promise<LedgerEvent[]> {
    const oldest = Math.max(0, end - historyLength)
    return end === oldest ? [] : this.#readRun(oldest, end - 1)
  }

  /** Returns up to 100 events of an account before a number, newest first, starting at a side of its chain. */
  async chainBefore(sidePlusOne: number, end: number): Promise<LedgerEvent[]> {
    let at = sidePlusOne
    for (let steps = 1; at !== 0 && numberOf(at) >= end; steps++) {
      at = this.#previous.get(at - 1)
      if (steps % stepsAtOnce === 0) await new Promise(setImmediate)
    }
    const numbers: number[] = []
    for (; at !== 0 && numbers.length < historyLength; at = this.#previous.get(at - 1)) {
      numbers.push(numberOf(at))
    }
    return this.#read(numbers)
  }

  /** Returns the previous side of an account's chain. */
  sideBefore(number: number, side: Side): number {
    return this.#previous.get(number * 2 + (side === 'from' ? 0 : 1))
  }

  save(to: SnapshotWriter): void {
    to.number(this.#length)
    to.number(this.#bytes)
    to.text(JSON.stringify(this.#wraps))
    for (const part of [this.#offsets, this.#previous, this.#ids, this.#keys]) part.save(to)
  }

  load(from: SnapshotReader): void {
    this.#length = from.number()
    this.#bytes = from.number()
    this.#wraps.push(...(JSON.parse(from.text()) as number[]))
    for (const part of [this.#offsets, this.#previous, this.#ids, this.#keys]) part.load(from)
  }

  /** Reads events by descending numbers. Adjacent lines are read at once. */
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
 * @throws Error if it has been damaged since. The file is at fault, not the request.
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
