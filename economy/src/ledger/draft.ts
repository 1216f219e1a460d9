import type { Assets, LedgerEvent } from '../../contract.ts'
import { feeMillionthsOf, feeOf } from './amount.ts'
import { STIPEND_NOTE, type View } from './rules.ts'

/**
 * The accounts as they will be when the events that are being written are on disk: its own changes over accounts that
 * stay as they are. A batch of events is decided on a draft, so each event sees the ones before it, and readers see
 * none of them until all are on disk; dropping the draft undoes them.
 */
export class Draft implements View {
  readonly #below: View
  readonly #balances = new Map<string, bigint>()
  readonly #holdings = new Map<string, bigint>()
  readonly #stipends = new Map<string, number>()
  #supply: bigint

  constructor(below: View) {
    this.#below = below
    this.#supply = below.supply
  }

  get supply(): bigint {
    return this.#supply
  }

  balance(user: string): bigint {
    return this.#balances.get(user) ?? this.#below.balance(user)
  }

  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? this.#below.holding(user, asset)
  }

  lastStipend(user: string): number {
    return this.#stipends.get(user) ?? this.#below.lastStipend(user)
  }

  /** Applies an event that the rules allow. */
  apply(event: LedgerEvent): void {
    switch (event.Type) {
      case 'Mint':
        this.#credit(event.To, event.Amount)
        this.#supply += event.Amount
        if (event.Note === STIPEND_NOTE) this.#stipends.set(event.To, event.Time)
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

  #credit(user: string, amount: bigint): void {
    this.#balances.set(user, this.balance(user) + amount)
  }

  #hold(user: string, assets: Assets | undefined, sign: 1n | -1n): void {
    if (assets === undefined) return
    for (const [asset, quantity] of Object.entries(assets)) {
      this.#holdings.set(`${user} ${asset}`, this.holding(user, asset) + sign * quantity)
    }
  }
}
