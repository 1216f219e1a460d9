import type { Assets } from '../../contract.ts'
import { hashBytes } from './hash.ts'
import { Names, type Span } from './names.ts'
import type { View } from './rules.ts'

/** 8 bytes for the balance, 8 for the time of the last stipend, 8 for the last event: side by side, one cache line. */
const RECORD_BYTES = 24
const PAGE_BITS = 12
const PAGE_RECORDS = 1 << PAGE_BITS

/** The records of 4096 accounts, seen as each of the types that are in them. */
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
  readonly #names = new Names()
  readonly #pages: Page[] = []
  /** By user and asset key joined by a space, which neither can contain. */
  readonly #holdings = new Map<string, bigint>()
  supply = 0n

  /** How many users have ever taken part in an event. */
  get count(): number {
    return this.#names.count
  }

  balance(user: string): bigint {
    return this.balanceOf(this.numberOf(user))
  }

  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? 0n
  }

  lastStipend(user: string): number {
    const account = this.numberOf(user)
    return this.#pages[account >>> PAGE_BITS]?.times[slotOf(account) + 1] ?? 0
  }

  /** The account of a user; -1 for one who never took part in an event. */
  numberOf(user: string): number {
    const bytes = Buffer.from(user)
    return this.find(bytes, spanOf(bytes))
  }

  /** As `numberOf`, for a user whose name stands among other bytes. */
  find(bytes: Uint8Array, user: Span): number {
    return this.#names.find(bytes, user)
  }

  /** The account of a user, which is made when it is not there. */
  enter(bytes: Uint8Array, user: Span): number {
    const account = this.#names.enter(bytes, user)
    if (account >>> PAGE_BITS === this.#pages.length) this.#pages.push(newPage())
    return account
  }

  /** As `enter`, for a user's name. */
  enterUser(user: string): number {
    const bytes = Buffer.from(user)
    return this.enter(bytes, spanOf(bytes))
  }

  /** The user of an account. */
  userOf(account: number): string {
    return this.#names.name(account)
  }

  balanceOf(account: number): bigint {
    return this.#pages[account >>> PAGE_BITS]?.balances[slotOf(account)] ?? 0n
  }

  /** The caller has checked that the balance stays within 0 and the supply: the number would wrap. */
  credit(account: number, amount: bigint): void {
    const balances = this.#page(account).balances
    const slot = slotOf(account)
    balances[slot] = (balances[slot] ?? 0n) + amount
  }

  /** The caller has checked that the balance covers the amount. */
  debit(account: number, amount: bigint): void {
    const balances = this.#page(account).balances
    const slot = slotOf(account)
    balances[slot] = (balances[slot] ?? 0n) - amount
  }

  /** Notes when a stipend was given; an earlier time than the last, by a clock that went back, shortens no cooldown. */
  giveStipend(account: number, time: number): void {
    const times = this.#page(account).times
    const slot = slotOf(account) + 1
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
    return this.#pages[account >>> PAGE_BITS]?.words[slotOf(account) * 2 + 4] ?? 0
  }

  setLastSide(account: number, sidePlusOne: number): void {
    this.#page(account).words[slotOf(account) * 2 + 4] = sidePlusOne
  }

  #page(account: number): Page {
    const page = this.#pages[account >>> PAGE_BITS]
    if (page === undefined) throw new Error(`there is no account ${account}`)
    return page
  }
}

/** Where the record of an account begins on its page, in 8 bytes. */
function slotOf(account: number): number {
  return (account & (PAGE_RECORDS - 1)) * (RECORD_BYTES / 8)
}

function newPage(): Page {
  const buffer = new ArrayBuffer(PAGE_RECORDS * RECORD_BYTES)
  return {
    balances: new BigUint64Array(buffer),
    times: new Float64Array(buffer),
    words: new Uint32Array(buffer),
  }
}

function spanOf(bytes: Uint8Array): Span {
  return { start: 0, end: bytes.length, hash: hashBytes(bytes) }
}
