import type { Assets, LedgerEvent } from '../../contract.ts'
import { feeOf } from './amount.ts'

/**
 * What follows from the events so far: balances, asset holdings, last stipends and the supply.
 *
 * A layer over other accounts reads through to them and keeps its own changes until `settle` moves them down. A batch
 * of events is decided on a layer, so each event sees the ones before it, and readers see none of them until all are
 * on disk; dropping the layer undoes them.
 */
export class Accounts {
  readonly #below: Accounts | undefined
  readonly #balances = new Map<string, bigint>()
  /** By user and asset key joined by a space, which neither can contain. */
  readonly #holdings = new Map<string, bigint>()
  readonly #stipends = new Map<string, number>()
  #supply: bigint

  constructor(below?: Accounts) {
    this.#below = below
    this.#supply = below?.supply ?? 0n
  }

  /** The sum of all balances, in micro-units. */
  get supply(): bigint {
    return this.#supply
  }

  /** The balance of a user in micro-units; 0 for one who never transacted. */
  balance(user: string): bigint {
    return this.#balances.get(user) ?? this.#below?.balance(user) ?? 0n
  }

  /** How many of an asset a user holds. */
  holding(user: string, asset: string): bigint {
    return this.#holdings.get(`${user} ${asset}`) ?? this.#below?.holding(user, asset) ?? 0n
  }

  /** When a user was last given a stipend, in Unix milliseconds; 0 when never. */
  lastStipend(user: string): number {
    return this.#stipends.get(user) ?? this.#below?.lastStipend(user) ?? 0
  }

  /** Applies an event that the rules allow. */
  apply(event: LedgerEvent): void {
    switch (event.Type) {
      case 'Mint':
        this.#credit(event.To, event.Amount)
        this.#supply += event.Amount
        // Any Mint with this note is a stipend: the ledger has no other mark of one.
        if (event.Note === STIPEND_NOTE) this.#stipends.set(event.To, event.Time)
        break
      case 'Burn':
        this.#credit(event.From, -event.Amount)
        this.#supply -= event.Amount
        this.#hold(event.From, event.Returns, 1n)
        break
      case 'Transaction': {
        const fee = event.Fee === undefined ? 0n : feeOf(event.Amount, event.Fee)
        this.#credit(event.From, -event.Amount)
        this.#credit(event.To, event.Amount - fee)
        this.#supply -= fee
        this.#hold(event.To, event.Returns, -1n)
        this.#hold(event.From, event.Returns, 1n)
      }
    }
  }

  /** Moves the changes of this layer down to the accounts below it, and leaves it empty. */
  settle(): void {
    if (this.#below === undefined) return
    for (const [user, balance] of this.#balances) this.#below.#balances.set(user, balance)
    for (const [holding, quantity] of this.#holdings) this.#below.#holdings.set(holding, quantity)
    for (const [user, time] of this.#stipends) this.#below.#stipends.set(user, time)
    this.#below.#supply = this.#supply
    this.#balances.clear()
    this.#holdings.clear()
    this.#stipends.clear()
  }

  #credit(user: string, amount: bigint): void {
    this.#balances.set(user, this.balance(user) + amount)
  }

  #hold(user: string, assets: Assets | undefined, sign: 1n | -1n): void {
    for (const [asset, quantity] of Object.entries(assets ?? {})) {
      this.#holdings.set(`${user} ${asset}`, this.holding(user, asset) + sign * quantity)
    }
  }
}

/** The note of the Mint that a stipend is. */
export const STIPEND_NOTE = 'Stipend'
