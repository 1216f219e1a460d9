import type { LedgerEvent } from '../../../contract.ts'
import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
import type { QuickLine } from '../replay/quick-line.ts'
import { stipendNote } from '../rules.ts'
import { feeMillionthsOf, feeOf, microMax } from '../values/amount.ts'
import { Accounts, noAccount } from './accounts.ts'
import type { Bytes } from './bytes.ts'
import { hashText } from './hash.ts'
import { History, type HistoryFile, type Side } from './history.ts'

/** Totals of all events. Sums may exceed the maximum of a balance. */
export interface Totals {
  transactions: number
  mints: number
  burns: number
  /** In micro-units. */
  minted: bigint
  /** Sum of burns and fees: everything minted that is no longer in circulation. */
  burned: bigint
  /** The part of `burned` that was fees. */
  fees: bigint
}

/**
 * State derived from the events on disk. Written batches and replay use the same code, so that a restart cannot change a balance.
 */
export class Book implements Saved {
  readonly accounts = new Accounts()
  readonly history: History
  #transactions = 0
  #mints = 0
  #minted = 0n
  #fees = 0n

  constructor(file: HistoryFile) {
    this.history = new History(file)
  }

  get totals(): Totals {
    const transactions = this.#transactions
    const mints = this.#mints
    return {
      transactions,
      mints,
      burns: this.history.length - transactions - mints,
      minted: this.#minted,
      burned: this.#minted - this.accounts.supply,
      fees: this.#fees,
    }
  }

  /**
   * Records an event that the rules allow.
   *
   * @param lineBytes length of its line including the newline
   * @param from account of the sender, or `noAccount`
   * @param to account of the recipient, or `noAccount`
   */
  record(event: LedgerEvent, lineBytes: number, from: number, to: number): void {
    const { accounts, history } = this
    const feeMillionths = event.Type === 'Transaction' ? feeMillionthsOf(event.Fee) : 0
    this.#move(from, to, event.Amount, feeMillionths)
    if (event.Type === 'Mint' && event.Note === stipendNote) accounts.giveStipend(to, event.Time)
    if (event.Type !== 'Mint' && event.Returns !== undefined) {
      if (event.Type === 'Transaction') accounts.hold(event.To, event.Returns, -1n)
      accounts.hold(event.From, event.Returns, 1n)
    }
    history.add(lineBytes)
    // Compatible services may write events without an id, which would all share one hash.
    if (event.Id !== '') history.addId(hashText(event.Id))
    if (event.Key !== undefined) history.addKey(hashText(event.Key))
    this.#chain(from, to)
  }

  /**
   * Records the event of a line if the rules certainly allow it. Otherwise changes nothing and returns false; the caller must
   * then decode and check the line and call `record`.
   */
  recordQuick(line: QuickLine, bytes: Bytes): boolean {
    const { accounts, history } = this
    if (line.amount === 0 && line.type !== 'Transaction') return false
    const amount = BigInt(line.amount)
    let from = noAccount
    if (line.type === 'Mint') {
      if (accounts.supply + amount > microMax) return false
    } else {
      // The account may have been created by a line since the lookup.
      from = line.fromAccount === noAccount ? accounts.find(bytes, line.from) : line.fromAccount
      if (from === noAccount || accounts.balanceOf(from) < amount) return false
    }
    if (line.hasKey && history.firstOfKey(line.key.hash) !== -1) return false
    if (!history.addNewId(line.id.hash)) return false
    let to = noAccount
    if (line.type !== 'Burn')
      to = line.toAccount === noAccount ? accounts.enter(bytes, line.to) : line.toAccount
    this.#move(from, to, amount, line.feeMillionths)
    if (line.type === 'Mint' && line.isStipend) accounts.giveStipend(to, line.time)
    history.add(line.end + 1 - line.start)
    if (line.hasKey) history.addKey(line.key.hash)
    this.#chain(from, to)
    return true
  }

  /** Returns the balance of a user in micro-units. */
  balance(user: string): bigint {
    return this.accounts.balance(user)
  }

  /** Returns the time of a user's last stipend in Unix milliseconds, or 0. */
  lastStipend(user: string): number {
    return this.accounts.lastStipend(user)
  }

  /**
   * Returns up to 100 events, newest first.
   *
   * @param user Limits the result to events of this user.
   * @param before Id of an event of any user. Only older events are returned, or undefined if there is no such event.
   */
  async recent(user: string | undefined, before: string | undefined): Promise<LedgerEvent[] | undefined> {
    const { history } = this
    const number = before === undefined ? undefined : history.numberOfId(before)
    if (number === -1) return undefined
    return user === undefined ? history.lastBefore(number ?? history.length) : this.#recentOf(user, number)
  }

  async #recentOf(user: string, before: number | undefined): Promise<LedgerEvent[]> {
    const { accounts, history } = this
    if (before !== undefined) {
      // For an event of the user, the chain continues right there, however long it is.
      const side = sideOf(user, history.event(before))
      if (side !== undefined) return history.chainBefore(history.sideBefore(before, side), before)
    }
    const account = accounts.numberOf(user)
    return account === noAccount
      ? []
      : history.chainBefore(accounts.lastSide(account), before ?? history.length)
  }

  save(to: SnapshotWriter): void {
    to.text(JSON.stringify([this.#transactions, this.#mints, String(this.#minted), String(this.#fees)]))
    this.accounts.save(to)
    this.history.save(to)
  }

  load(from: SnapshotReader): void {
    const [transactions, mints, minted, fees] = JSON.parse(from.text()) as [number, number, string, string]
    this.#transactions = transactions
    this.#mints = mints
    this.#minted = BigInt(minted)
    this.#fees = BigInt(fees)
    this.accounts.load(from)
    this.history.load(from)
  }

  /** Moves an amount. From `noAccount` it is minted, to `noAccount` it is burned. */
  #move(from: number, to: number, amount: bigint, feeMillionths: number): void {
    const fee = feeOf(amount, feeMillionths)
    this.accounts.move(from, to, amount, fee)
    if (from === noAccount) {
      this.#minted += amount
      this.#mints++
    } else if (to !== noAccount) {
      this.#transactions++
    }
    if (fee !== 0n) this.#fees += fee
  }

  #chain(from: number, to: number): void {
    if (from !== noAccount) this.#chainSide('from', from)
    // Ledgers of compatible services may contain events from a user to the same user, which count once.
    if (to !== noAccount && to !== from) this.#chainSide('to', to)
  }

  #chainSide(side: Side, account: number): void {
    const { accounts, history } = this
    accounts.setLastSide(account, history.chain(side, accounts.lastSide(account)))
  }
}

function sideOf(user: string, event: LedgerEvent): Side | undefined {
  if (event.Type !== 'Mint' && event.From === user) return 'from'
  return event.Type !== 'Burn' && event.To === user ? 'to' : undefined
}
