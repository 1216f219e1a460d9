import type { Assets } from '../../../contract.ts'
import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
import type { View } from '../rules.ts'
import { Arena } from './arena.ts'
import { type Bytes, NameBytes, type Span } from './bytes.ts'
import { Positions } from './positions.ts'

/** Stands for no account: the source of minted and the destination of burned money. */
export const noAccount = -1

/**
 * An account record takes 24 adjacent bytes, usually in one cache line. They hold the balance (8), the time of the last stipend (8),
 * the last event (4) and the position of the name (4).
 */
const recordWords = 3
const stipendWord = 1
const lastSideWord = 4
const nameWord = 5

const pageBits = 13
const pageRecords = 1 << pageBits

/**
 * The records of 8192 accounts, as a view per type. The operating system allocates memory on the first write, so few accounts
 * take little memory.
 */
interface Page {
  balances: BigUint64Array
  times: Float64Array
  words: Uint32Array
}

/**
 * Accounts in their state on disk: balances, last stipends, asset holdings and the supply. Accounts are numbered in the order of
 * their first events.
 */
export class Accounts implements View, Saved {
  readonly #names = new Arena()
  readonly #name = new NameBytes()
  readonly #positions = new Positions()
  readonly #pages: Page[] = []
  /** Keyed by user and asset key joined by a space, which neither can contain. */
  readonly #holdings = new Map<string, bigint>()
  #supply = 0n
  #count = 0
  /** The name that `find` looks for. Fields avoid one closure per search. */
  #sought: DataView = new DataView(new ArrayBuffer(0))
  #soughtStart = 0
  #soughtEnd = 0
  readonly #isSought = (account: number): boolean => {
    const position = this.#pages[account >>> pageBits]?.words[slotOf(account) * 2 + nameWord] ?? 0
    return this.#names.isAt(position, this.#sought, this.#soughtStart, this.#soughtEnd)
  }

  get supply(): bigint {
    return this.#supply
  }

  /** Number of users with at least one event. */
  get count(): number {
    return this.#count
  }

  balance(user: string): bigint {
    return this.balanceOf(this.numberOf(user))
  }

  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? 0n
  }

  lastStipend(user: string): number {
    return this.lastStipendOf(this.numberOf(user))
  }

  lastStipendOf(account: number): number {
    return this.#pages[account >>> pageBits]?.times[slotOf(account) + stipendWord] ?? 0
  }

  /** Returns the account of a user, or `noAccount` for a user without events. */
  numberOf(user: string): number {
    return this.find(this.#name, this.#name.take(user))
  }

  /** Does the same as `numberOf` for a name inside a larger buffer. */
  find({ view }: Bytes, { start, end, hash }: Span): number {
    this.#sought = view
    this.#soughtStart = start
    this.#soughtEnd = end
    return this.#positions.find(hash, this.#isSought)
  }

  /** See `Positions.prefetch`. */
  prefetch(hash: number): number {
    return this.#positions.prefetch(hash)
  }

  /** Returns the first account that `find` compares. */
  firstOf(hash: number): number {
    return this.#positions.first(hash)
  }

  /** Returns the position of the name of an account, which `find` reads next. */
  namePositionOf(account: number): number {
    return this.#pages[account >>> pageBits]?.words[slotOf(account) * 2 + nameWord] ?? 0
  }

  /** Returns the length of a name, which `find` reads last. */
  nameLengthAt(position: number): number {
    return this.#names.lengthAt(position)
  }

  /** Returns the account of a user, and creates it if necessary. */
  enterUser(user: string): number {
    return this.enter(this.#name, this.#name.take(user))
  }

  /** Does the same as `enterUser` for a name inside a larger buffer. */
  enter(bytes: Bytes, user: Span): number {
    const known = this.find(bytes, user)
    if (known !== noAccount) return known
    const account = this.#count
    if (account >>> pageBits === this.#pages.length) this.#pages.push(newPage())
    this.#page(account).words[slotOf(account) * 2 + nameWord] = this.#names.add(bytes, user)
    this.#positions.add(user.hash, account)
    this.#count++
    return account
  }

  userOf(account: number): string {
    return this.#names.text(this.#page(account).words[slotOf(account) * 2 + nameWord] ?? 0)
  }

  balanceOf(account: number): bigint {
    return this.#pages[account >>> pageBits]?.balances[slotOf(account)] ?? 0n
  }

  /**
   * Moves an amount and destroys its fee. The caller must have checked the balance and the maximum supply; otherwise values wrap.
   */
  move(from: number, to: number, amount: bigint, fee: bigint): void {
    if (from === noAccount) {
      this.#supply += amount
    } else {
      const { balances } = this.#page(from)
      const slot = slotOf(from)
      balances[slot] = (balances[slot] ?? 0n) - amount
    }
    if (to === noAccount) {
      this.#supply -= amount
    } else {
      const { balances } = this.#page(to)
      const slot = slotOf(to)
      balances[slot] = (balances[slot] ?? 0n) + amount - fee
    }
    if (fee !== 0n) this.#supply -= fee
  }

  /** Records the time of a stipend. The latest time wins, so a clock that goes back does not shorten the cooldown. */
  giveStipend(account: number, time: number): void {
    const { times } = this.#page(account)
    const slot = slotOf(account) + stipendWord
    times[slot] = Math.max(times[slot] ?? 0, time)
  }

  /** Adds assets to the holdings of a user, or removes them. */
  hold(user: string, assets: Assets, sign: 1n | -1n): void {
    for (const [asset, quantity] of Object.entries(assets)) {
      const left = this.holding(user, asset) + sign * quantity
      if (left === 0n) this.#holdings.delete(`${user} ${asset}`)
      else this.#holdings.set(`${user} ${asset}`, left)
    }
  }

  /** Returns the account's side of its last event plus one, or 0 if it has none. See `History`. */
  lastSide(account: number): number {
    return this.#pages[account >>> pageBits]?.words[slotOf(account) * 2 + lastSideWord] ?? 0
  }

  setLastSide(account: number, sidePlusOne: number): void {
    this.#page(account).words[slotOf(account) * 2 + lastSideWord] = sidePlusOne
  }

  save(to: SnapshotWriter): void {
    to.number(this.#count)
    for (const { words } of this.#pages) to.bytes(words)
    to.text(String(this.#supply))
    to.text(JSON.stringify([...this.#holdings].map(([key, quantity]) => [key, String(quantity)])))
    this.#names.save(to)
    this.#positions.save(to)
  }

  load(from: SnapshotReader): void {
    this.#count = from.length(recordWords * 8)
    for (let start = 0; start < this.#count; start += pageRecords) {
      const page = newPage()
      from.bytes(page.words)
      this.#pages.push(page)
    }
    this.#supply = BigInt(from.text())
    for (const [key, quantity] of JSON.parse(from.text()) as [string, string][]) {
      this.#holdings.set(key, BigInt(quantity))
    }
    this.#names.load(from)
    this.#positions.load(from)
  }

  #page(account: number): Page {
    const page = this.#pages[account >>> pageBits]
    if (page === undefined) throw new Error(`there is no account ${account}`)
    return page
  }
}

/** Returns the index of an account's record on its page, in units of 8 bytes. */
function slotOf(account: number): number {
  return (account & (pageRecords - 1)) * recordWords
}

function newPage(): Page {
  const buffer = new ArrayBuffer(pageRecords * recordWords * 8)
  return {
    balances: new BigUint64Array(buffer),
    times: new Float64Array(buffer),
    words: new Uint32Array(buffer),
  }
}
