import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { LedgerEvent } from '../../contract.ts'
import { decodeLine } from './line.ts'
import { Positions } from './positions.ts'

/** The most events that one request answers (the contract's limits). */
export const HISTORY_LENGTH = 100

/**
 * Where in the file each event is, by number, user, id and key. Events are read from the file when they are asked for,
 * so memory grows with their count, not with what they say. An event's number is its line's, counted from 0.
 */
export class History {
  readonly #file: FileHandle
  /** Where each line begins, in bytes, and at last where the next one will. */
  readonly #offsets: number[] = [0]
  readonly #users = new Map<string, number[]>()
  readonly #ids = new Positions()
  readonly #keys = new Positions()

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** The number of events. */
  get length(): number {
    return this.#offsets.length - 1
  }

  /** Adds the event that follows the last one in the file; its length is its line's in bytes, newline included. */
  add(event: LedgerEvent, lineBytes: number): void {
    const number = this.length
    this.#offsets.push(this.#offset(number) + lineBytes)
    // Events of other services may have no id; as one text they would all land in one place of the table.
    if (event.Id !== '') this.#ids.add(event.Id, number)
    if (event.Key !== undefined) this.#keys.add(event.Key, number)
    if (event.Type !== 'Mint') this.#addUser(event.From, number)
    if (event.Type !== 'Burn') this.#addUser(event.To, number)
  }

  /** The event with an id; undefined when there is none. */
  byId(id: string): LedgerEvent | undefined {
    return this.#find(this.#ids, id, (event) => event.Id === id)?.event
  }

  /** The event that was sent with an idempotency key; undefined when there is none. */
  byKey(key: string): LedgerEvent | undefined {
    return this.#find(this.#keys, key, (event) => event.Key === key)?.event
  }

  /**
   * Up to 100 events, newest first: all, or those that a user sent or received; from the last one, or from the one
   * before the event with the id `before`, whoever took part in that. Undefined when there is no such event.
   */
  async recent(user: string | undefined, before: string | undefined): Promise<LedgerEvent[] | undefined> {
    const end =
      before === undefined ? this.length : this.#find(this.#ids, before, (e) => e.Id === before)?.number
    if (end === undefined) return undefined
    return this.#read(user === undefined ? numbersBefore(end) : lastBefore(this.#users.get(user) ?? [], end))
  }

  #addUser(user: string, number: number): void {
    const numbers = this.#users.get(user)
    if (numbers === undefined) this.#users.set(user, [number])
    // A compatible service's ledger may hold an event from a user to the same user.
    else if (numbers.at(-1) !== number) numbers.push(number)
  }

  /**
   * Reads the candidates in the middle of a decision, so without letting anything else run. A text that is new has a
   * candidate once in 2^32 divided by the count of events, and the page is almost always in memory.
   */
  #find(
    positions: Positions,
    text: string,
    carries: (event: LedgerEvent) => boolean,
  ): { event: LedgerEvent; number: number } | undefined {
    for (const number of positions.candidates(text)) {
      const line = Buffer.allocUnsafe(this.#offset(number + 1) - this.#offset(number))
      readSync(this.#file.fd, line, 0, line.length, this.#offset(number))
      const event = decodeLine(line)
      if (carries(event)) return { event, number }
    }
    return undefined
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
    await this.#file.read(bytes, 0, bytes.length, start)
    const events: LedgerEvent[] = []
    for (let number = newest; number >= oldest; number--) {
      events.push(decodeLine(bytes.subarray(this.#offset(number) - start, this.#offset(number + 1) - start)))
    }
    return events
  }

  #offset(number: number): number {
    return this.#offsets[number] ?? 0
  }
}

function numbersBefore(end: number): number[] {
  const count = Math.min(end, HISTORY_LENGTH)
  return Array.from({ length: count }, (_, index) => end - 1 - index)
}

/** The last of some ascending numbers that are below an end, descending. */
function lastBefore(numbers: readonly number[], end: number): number[] {
  let low = 0
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < end) low = middle + 1
    else high = middle
  }
  return numbers.slice(Math.max(0, low - HISTORY_LENGTH), low).reverse()
}
