import type { Assets, LedgerEvent } from '../../contract.ts'
import { type Accounts, noAccount } from './index/accounts.ts'
import { stipendNote, type View } from './rules.ts'
import { feeMillionthsOf, feeOf } from './values/amount.ts'

/** Number of users and assets above which a draft is dropped once its events are on disk. */
const entriesMax = 10_000

/** The part of a user's state that events change. */
export interface Party {
  user: string
  /** `noAccount` for a user without an account. */
  account: number
  balance: bigint
  lastStipend: number
}

/**
 * The accounts including the events that are being written. Each event of a batch sees the ones before it; readers see none until
 * all are on disk, and dropping the draft undoes them. The next batch reuses the draft, so frequent users are looked up once.
 */
export class Draft implements View {
  readonly #below: Accounts
  readonly #parties = new Map<string, Party>()
  readonly #holdings = new Map<string, bigint>()
  #supply: bigint

  constructor(below: Accounts) {
    this.#below = below
    this.#supply = below.supply
  }

  get supply(): bigint {
    return this.#supply
  }

  balance(user: string): bigint {
    return this.party(user).balance
  }

  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? this.#below.holding(user, asset)
  }

  lastStipend(user: string): number {
    return this.party(user).lastStipend
  }

  get isLarge(): boolean {
    return this.#parties.size + this.#holdings.size > entriesMax
  }

  party(user: string): Party {
    const known = this.#parties.get(user)
    if (known !== undefined) return known
    const account = this.#below.numberOf(user)
    const balance = this.#below.balanceOf(account)
    const party = { user, account, balance, lastStipend: this.#below.lastStipendOf(account) }
    this.#parties.set(user, party)
    return party
  }

  /** Returns the account of a party, and creates it if necessary. Its event must be on disk. */
  enter(party: Party | undefined): number {
    if (party === undefined) return noAccount
    if (party.account === noAccount) party.account = this.#below.enterUser(party.user)
    return party.account
  }

  /** Applies an event that the rules allow to its sender and recipient. */
  apply(event: LedgerEvent, from: Party | undefined, to: Party | undefined): void {
    const fee = event.Type === 'Transaction' ? feeOf(event.Amount, feeMillionthsOf(event.Fee)) : 0n
    if (from === undefined) this.#supply += event.Amount
    else from.balance -= event.Amount
    if (to === undefined) this.#supply -= event.Amount
    else to.balance += event.Amount - fee
    this.#supply -= fee
    if (event.Type === 'Mint') {
      // As in `Accounts.giveStipend`, the latest time wins.
      if (event.Note === stipendNote && to) to.lastStipend = Math.max(to.lastStipend, event.Time)
    } else if (event.Returns !== undefined) {
      if (event.Type === 'Transaction') this.#hold(event.To, event.Returns, -1n)
      this.#hold(event.From, event.Returns, 1n)
    }
  }

  #hold(user: string, assets: Assets, sign: 1n | -1n): void {
    for (const [asset, quantity] of Object.entries(assets)) {
      this.#holdings.set(`${user} ${asset}`, this.holding(user, asset) + sign * quantity)
    }
  }
}
