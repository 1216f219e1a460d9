import type { Assets, LedgerEvent } from '../../contract.ts'
import { type Accounts, NOBODY } from './accounts.ts'
import { feeMillionthsOf, feeOf } from './amount.ts'
import { STIPEND_NOTE, type View } from './rules.ts'

/** A draft that remembers more users and assets is dropped when all of it is on disk. */
const ENTRIES_MAX = 10_000

/** What events change of a user. */
export interface Party {
  user: string
  /** NOBODY for a user who has none yet. */
  account: number
  balance: bigint
  lastStipend: number
}

/**
 * The accounts as they will be when the events that are being written are on disk: its own changes over accounts that
 * stay as they are. A batch of events is decided on a draft, so each event sees the ones before it, and readers see
 * none of them until all are on disk; dropping the draft undoes them. Once they are, draft and accounts say the same, and
 * the next batch is decided on the same draft: who pays often is looked up once.
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
    return this.#parties.size + this.#holdings.size > ENTRIES_MAX
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

  /** The account of a party, which is made when it is not there: its event is on disk by now. */
  enter(party: Party | undefined): number {
    if (party === undefined) return NOBODY
    if (party.account === NOBODY) party.account = this.#below.enterUser(party.user)
    return party.account
  }

  /** Applies an event that the rules allow, between the parties who are its From and To. */
  apply(event: LedgerEvent, from: Party | undefined, to: Party | undefined): void {
    const fee = event.Type === 'Transaction' ? feeOf(event.Amount, feeMillionthsOf(event.Fee)) : 0n
    if (from === undefined) this.#supply += event.Amount
    else from.balance -= event.Amount
    if (to === undefined) this.#supply -= event.Amount
    else to.balance += event.Amount - fee
    this.#supply -= fee
    if (event.Type === 'Mint') {
      // As in the book: an earlier time than the last, by a clock that went back, shortens no cooldown.
      if (event.Note === STIPEND_NOTE && to) to.lastStipend = Math.max(to.lastStipend, event.Time)
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
