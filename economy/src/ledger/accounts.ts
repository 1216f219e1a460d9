import type { Assets } from '../../contract.ts'
import { Arena } from './arena.ts'
import type { Bytes, Span } from './bytes.ts'
import { NameBytes } from './name-bytes.ts'
import { Positions } from './positions.ts'
import type { View } from './rules.ts'

/** The number of no account: money comes from it when it is minted and goes to it when it is burned. */
export const NOBODY = -1

/**
 * What is known of an account takes 24 bytes side by side, so mostly one cache line: 8 for the balance, 8 for the time
 * of the last stipend, 4 for the last event and 4 for the place of the name.
 */
const RECORD_WORDS = 3
const STIPEND = 1
const LAST_SIDE = 4
const NAME = 5

const PAGE_BITS = 13
const PAGE_RECORDS = 1 << PAGE_BITS

/**
 * The records of 8192 accounts, seen as each of the types that are in them. The system gives the memory of a page as it
 * is written to, so that few accounts take little of it.
 */
interface Page {
  balances: BigUint64Array
  times: Float64Array
  words: Uint32Array
}

/**
 * The accounts as they are on disk: balances, last stipends, asset holdings and the supply. An account is known by its
 * number, in the order in which they first appear.
 */
export class Accounts implements View {
  readonly #names = new Arena()
  readonly #name = new NameBytes()
  readonly #positions = new Positions()
  readonly #pages: Page[] = []
  /** By user and asset key joined by a space, which neither can contain. */
  readonly #holdings = new Map<string, bigint>()
  #supply = 0n
  #count = 0
  /** What `find` is looking for: in fields rather than in a closure, which would be made anew for each search. */
  #sought: DataView = new DataView(new ArrayBuffer(0))
  #soughtStart = 0
  #soughtEnd = 0
  readonly #isSought = (account: number): boolean => {
    const place = this.#pages[account >>> PAGE_BITS]?.words[slotOf(account) * 2 + NAME] ?? 0
    return this.#names.isAt(place, this.#sought, this.#soughtStart, this.#soughtEnd)
  }

  get supply(): bigint {
    return this.#supply
  }

  /** How many users have ever taken part in an event. */
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
    return this.#pages[account >>> PAGE_BITS]?.times[slotOf(account) + STIPEND] ?? 0
  }

  /** The account of a user; NOBODY for one who never took part in an event. */
  numberOf(user: string): number {
    return this.find(this.#name, this.#name.take(user))
  }

  /** As `numberOf`, for a user whose name stands among other bytes. */
  find({ view }: Bytes, { start, end, hash }: Span): number {
    this.#sought = view
    this.#soughtStart = start
    this.#soughtEnd = end
    return this.#positions.find(hash, this.#isSought)
  }

  /** See `Positions.touch`. */
  touch(hash: number): number {
    return this.#positions.touch(hash)
  }

  /** The account that `find` will look at first. */
  firstOf(hash: number): number {
    return this.#positions.first(hash)
  }

  /** Where the name of an account stands: `find` reads it next. */
  placeOf(account: number): number {
    return this.#pages[account >>> PAGE_BITS]?.words[slotOf(account) * 2 + NAME] ?? 0
  }

  /** The length of the name at a place: `find` reads it last. */
  nameLengthAt(place: number): number {
    return this.#names.lengthAt(place)
  }

  /** The account of a user, which is made when it is not there. */
  enterUser(user: string): number {
    return this.enter(this.#name, this.#name.take(user))
  }

  /** As `enterUser`, for a user whose name stands among other bytes. */
  enter(bytes: Bytes, user: Span): number {
    const known = this.find(bytes, user)
    if (known !== NOBODY) return known
    const account = this.#count
    if (account >>> PAGE_BITS === this.#pages.length) this.#pages.push(newPage())
    this.#page(account).words[slotOf(account) * 2 + NAME] = this.#names.add(bytes, user)
    this.#positions.add(user.hash, account)
    this.#count++
    return account
  }

  /** The user of an account. */
  userOf(account: number): string {
    return this.#names.text(this.#page(account).words[slotOf(account) * 2 + NAME] ?? 0)
  }

  balanceOf(account: number): bigint {
    return this.#pages[account >>> PAGE_BITS]?.balances[slotOf(account)] ?? 0n
  }

  /**
   * Moves an amount, of which the fee is destroyed on the way. Nothing is checked: the caller knows that the balance of
   * the one account covers the amount, and that what is minted fits into the supply; otherwise numbers would wrap.
   */
  move(from: number, to: number, amount: bigint, fee: bigint): void {
    if (from === NOBODY) {
      this.#supply += amount
    } else {
      const { balances } = this.#page(from)
      const slot = slotOf(from)
      balances[slot] = (balances[slot] ?? 0n) - amount
    }
    if (to === NOBODY) {
      this.#supply -= amount
    } else {
      const { balances } = this.#page(to)
      const slot = slotOf(to)
      balances[slot] = (balances[slot] ?? 0n) + amount - fee
    }
    if (fee !== 0n) this.#supply -= fee
  }

  /** Notes when a stipend was given; an earlier time than the last, by a clock that went back, shortens no cooldown. */
  giveStipend(account: number, time: number): void {
    const { times } = this.#page(account)
    const slot = slotOf(account) + STIPEND
    times[slot] = Math.max(times[slot] ?? 0, time)
  }

  /** Adds quantities of assets to what a user holds, or takes them. */
  hold(user: string, assets: Assets, sign: 1n | -1n): void {
    for (const [asset, quantity] of Object.entries(assets)) {
      const left = this.holding(user, asset) + sign * quantity
      if (left === 0n) this.#holdings.delete(`${user} ${asset}`)
      else this.#holdings.set(`${user} ${asset}`, left)
    }
  }

  /** The side of its last event that an account stands on, plus one; 0 when it has none. See `History`. */
  lastSide(account: number): number {
    return this.#pages[account >>> PAGE_BITS]?.words[slotOf(account) * 2 + LAST_SIDE] ?? 0
  }

  setLastSide(account: number, sidePlusOne: number): void {
    this.#page(account).words[slotOf(account) * 2 + LAST_SIDE] = sidePlusOne
  }

  #page(account: number): Page {
    const page = this.#pages[account >>> PAGE_BITS]
    if (page === undefined) throw new Error(`there is no account ${account}`)
    return page
  }
}

/** Where the record of an account begins on its page, in 8 bytes. */
function slotOf(account: number): number {
  return (account & (PAGE_RECORDS - 1)) * RECORD_WORDS
}

function newPage(): Page {
  const buffer = new ArrayBuffer(PAGE_RECORDS * RECORD_WORDS * 8)
  return {
    balances: new BigUint64Array(buffer),
    times: new Float64Array(buffer),
    words: new Uint32Array(buffer),
  }
}
