import type { Submission } from '../ledger/batch.ts'
import type { Proposal } from '../ledger/event.ts'

/** 2^64 - 1, stated separately: the model shares nothing with the tested code. */
export const max = 18_446_744_073_709_551_615n
export const cooldownMs = 43_200_000

export const users = ['a', 'b', 'ü']

/** A submission to the model and to the real ledger. */
export interface Step extends Submission {
  feeMillionths: number
}

/** An event of the model. */
export interface Remembered {
  type: Proposal['Type']
  from: string | undefined
  to: string | undefined
  amount: bigint
}

/** The ledger in its simplest form: maps of bigints. */
export class Model {
  balances = new Map<string, bigint>()
  assets = new Map<string, bigint>()
  stipends = new Map<string, number>()
  keys = new Map<string, string>()
  events: Remembered[] = []

  copy(): Model {
    const copy = new Model()
    copy.balances = new Map(this.balances)
    copy.assets = new Map(this.assets)
    copy.stipends = new Map(this.stipends)
    copy.keys = new Map(this.keys)
    copy.events = [...this.events]
    return copy
  }

  balance(user: string): bigint {
    return this.balances.get(user) ?? 0n
  }

  holding(user: string, asset: string): bigint {
    return this.assets.get(`${user} ${asset}`) ?? 0n
  }

  /** Returns `accepted`, `key used`, or the message of a refusal. */
  submit({ proposal, key, stipendIntervalMs, feeMillionths }: Step, now: number): string {
    const content = contentOf(proposal, feeMillionths)
    const known = key === undefined ? undefined : this.keys.get(key)
    if (known !== undefined) return known === content ? 'accepted' : 'key used'
    const tooSoon = stipendIntervalMs === undefined ? undefined : this.#stipendRefusal(proposal, now)
    const refusal = tooSoon ?? this.#refusal(proposal)
    if (refusal !== undefined) return refusal
    this.#apply(proposal, feeMillionths, now)
    if (key !== undefined) this.keys.set(key, content)
    return 'accepted'
  }

  #stipendRefusal(proposal: Proposal, now: number): string | undefined {
    if (proposal.Type !== 'Mint') return undefined
    const last = this.stipends.get(proposal.To)
    return last !== undefined && now <= last + cooldownMs ? 'Next stipend not available yet' : undefined
  }

  #refusal(proposal: Proposal): string | undefined {
    const { Type, Amount } = proposal
    if (Type === 'Mint') {
      if (Amount === 0n) return 'mint must have an amount'
      const supply = [...this.balances.values()].reduce((sum, balance) => sum + balance, 0n)
      return supply + Amount > max ? 'mint would exceed the maximum supply' : undefined
    }
    const returns = Object.entries(proposal.Returns ?? {})
    if (Type === 'Burn' && Amount === 0n) return 'burn must have an amount'
    if (Type === 'Transaction') {
      if (Amount === 0n && returns.length === 0) return 'transaction must have an amount or returns'
      if (proposal.From === proposal.To) return `circular transaction: ${proposal.From} -> ${proposal.To}`
    }
    const balance = this.balance(proposal.From)
    if (balance < Amount) {
      return `insufficient balance: balance was ${display(balance)}, at least ${display(Amount)} is required`
    }
    if (Type === 'Transaction') {
      const { To } = proposal
      if (returns.some(([asset, quantity]) => this.holding(To, asset) < quantity)) {
        return 'insufficient asset quantity'
      }
    }
    const { From } = proposal
    return returns.some(([asset, quantity]) => this.holding(From, asset) + quantity > max)
      ? 'asset quantity would exceed the maximum'
      : undefined
  }

  #apply(proposal: Proposal, feeMillionths: number, now: number): void {
    const from = proposal.Type === 'Mint' ? undefined : proposal.From
    const to = proposal.Type === 'Burn' ? undefined : proposal.To
    const fee = (proposal.Amount * BigInt(feeMillionths)) / 1_000_000n
    if (from !== undefined) this.balances.set(from, this.balance(from) - proposal.Amount)
    if (to !== undefined) this.balances.set(to, this.balance(to) + proposal.Amount - fee)
    if (proposal.Type === 'Mint' && proposal.Note === 'Stipend') {
      this.stipends.set(proposal.To, Math.max(now, this.stipends.get(proposal.To) ?? 0))
    }
    for (const [asset, quantity] of Object.entries((proposal.Type !== 'Mint' && proposal.Returns) || {})) {
      if (to !== undefined) this.#hold(to, asset, -quantity)
      if (from !== undefined) this.#hold(from, asset, quantity)
    }
    this.events.push({ type: proposal.Type, from, to, amount: proposal.Amount })
  }

  #hold(user: string, asset: string, quantity: bigint): void {
    this.assets.set(`${user} ${asset}`, this.holding(user, asset) + quantity)
  }
}

function display(amount: bigint): string {
  const digits = String(amount).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)} unit`
}

function contentOf(proposal: Proposal, feeMillionths: number): string {
  const { Fee: _fee, ...rest } = { Fee: 0, ...proposal }
  return JSON.stringify({ ...rest, feeMillionths }, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
