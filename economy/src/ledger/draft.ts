import type { Assets, LedgerEvent } from '../../contract.ts'
import { type Accounts, NOBODY } from './accounts.ts'
import { feeMillionthsOf, feeOf } from './amount.ts'
import { STIPEND_NOTE, type View } from './rules.ts'

/** What events change of a user. A user is looked up once in a draft, however many of its events are theirs. */
interface Party {
  /** NOBODY for a user who has none yet. */
  account: number
  balance: bigint
  lastStipend: number
}

/**
 * The accounts as they will be when the events that are being written are on disk: its own changes over accounts that
 * stay as they are. A batch of events is decided on a draft, so each event sees the ones before it, and readers see
 * none of them until all are on disk; dropping the draft undoes them.
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
    return this.#party(user).balance
  }

  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? this.#below.holding(user, asset)
  }

  lastStipend(user: string): number {
    return this.#party(user).lastStipend
  }

  /** The account of a user, which is made when it is not there: the events are on disk by now. */
  enter(user: string): number {
    const party = this.#party(user)
    if (party.account === NOBODY) party.account = this.#below.enterUser(user)
    return party.account
  }

  /** Applies an event that the rules allow. */
  apply(event: LedgerEvent): void {
    switch (event.Type) {
      case 'Mint':
        this.#credit(event.To, event.Amount)
        this.#supply += event.Amount
        if (event.Note === STIPEND_NOTE) this.#party(event.To).lastStipend = event.Time
        break
      case 'Burn':
        this.#credit(event.From, -event.Amount)
        this.#supply -= event.Amount
        this.#hold(event.From, event.Returns, 1n)
        break
      case 'Transaction': {
        const fee = feeOf(event.Amount, feeMillionthsOf(event.Fee))
        this.#credit(event.From, -event.Amount)
        this.#credit(event.To, event.Amount - fee)
        this.#supply -= fee
        this.#hold(event.To, event.Returns, -1n)
        this.#hold(event.From, event.Returns, 1n)
      }
    }
  }

  #party(user: string): Party {
    const known = this.#parties.get(user)
    if (known !== undefined) return known
    const account = this.#below.numberOf(user)
    const balance = this.#below.balanceOf(account)
    const party = { account, balance, lastStipend: this.#below.lastStipendOf(account) }
    this.#parties.set(user, party)
    return party
  }

  #credit(user: string, amount: bigint): void {
    this.#party(user).balance += amount
  }

  #hold(user: string, assets: Assets | undefined, sign: 1n | -1n): void {
    if (assets === undefined) return
    for (const [asset, quantity] of Object.entries(assets)) {
      this.#holdings.set(`${user} ${asset}`, this.holding(user, asset) + sign * quantity)
    }
  }
}
