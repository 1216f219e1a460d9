import type { Assets } from '../../contract.ts'
import type { Proposal } from './event.ts'
import { formatUnits, microMax } from './values/amount.ts'
import { identifierFault } from './values/identifier.ts'

/** Amount of the stipend, and how often it can be claimed. */
export interface Stipend {
  /** Micro-units. */
  amount: bigint
  /** Time between two claims of one user. */
  intervalMs: number
}

/** 10 units every 12 hours. */
export const defaultStipend: Stipend = { amount: 10_000_000n, intervalMs: 43_200_000 }

/** Note of stipends. The ledger has no other mark, so every Mint with this note counts as one. */
export const stipendNote = 'Stipend'

/** The part of the accounts that the rules read. */
export interface View {
  /** The sum of all balances, in micro-units. */
  readonly supply: bigint
  /** Returns the balance of a user in micro-units, or 0 for a user without events. */
  balance(user: string): bigint
  /** Returns the quantity of an asset that a user holds. */
  holding(user: string, asset: string): bigint
  /** Returns the time of a user's last stipend in Unix milliseconds, or 0. */
  lastStipend(user: string): number
}

/**
 * Returns the message of a refusal, or undefined if the event may be recorded. The order of the checks is fixed, so a request
 * with several faults always gets the same message.
 */
export function refusal(view: View, proposal: Proposal): string | undefined {
  switch (proposal.Type) {
    case 'Transaction':
      if (proposal.Amount === 0n && proposal.Returns === undefined) {
        return 'transaction must have an amount or returns'
      }
      return (
        partyFault(proposal.From, 'transaction must have a sender') ??
        partyFault(proposal.To, 'transaction must have a recipient') ??
        circularFault(proposal.From, proposal.To) ??
        (proposal.Note === '' ? 'transaction must have a note' : undefined) ??
        contradiction(view, proposal)
      )
    case 'Mint':
      return (
        emptyFault(proposal) ??
        partyFault(proposal.To, 'mint must have a recipient') ??
        (proposal.Note === '' ? 'mint must have a note' : undefined) ??
        contradiction(view, proposal)
      )
    case 'Burn':
      return (
        emptyFault(proposal) ??
        partyFault(proposal.From, 'burn must have a sender') ??
        overdraft(view, proposal.From, proposal.Amount) ??
        (proposal.Note === '' ? 'burn must have a note' : undefined) ??
        (proposal.Link === undefined ? 'burn must have a link' : undefined) ??
        contradiction(view, proposal)
      )
  }
}

/**
 * Returns why an event contradicts the accounts, or undefined. Replay does not apply the other rules, because a compatible
 * service may have other ones for notes and links.
 */
export function contradiction(view: View, event: Proposal): string | undefined {
  switch (event.Type) {
    case 'Transaction':
      return (
        overdraft(view, event.From, event.Amount) ??
        missingAsset(view, event.To, event.Returns) ??
        assetOverflow(view, event.From, event.Returns)
      )
    case 'Mint':
      return (
        emptyFault(event) ??
        (view.supply + event.Amount > microMax ? 'mint would exceed the maximum supply' : undefined)
      )
    case 'Burn':
      return (
        emptyFault(event) ??
        overdraft(view, event.From, event.Amount) ??
        assetOverflow(view, event.From, event.Returns)
      )
  }
}

/** Returns the message for an invalid sender or recipient, or undefined. */
export function partiesFault(event: Proposal): string | undefined {
  const from = event.Type === 'Mint' ? undefined : identifierFault(event.From)
  return from ?? (event.Type === 'Burn' ? undefined : identifierFault(event.To))
}

/**
 * Returns the message for a stipend claimed too early, or undefined.
 *
 * @param now Unix time in milliseconds
 */
export function stipendRefusal(
  view: View,
  user: string,
  { now, intervalMs }: { now: number; intervalMs: number },
): string | undefined {
  const last = view.lastStipend(user)
  return last !== 0 && now <= last + intervalMs ? 'Next stipend not available yet' : undefined
}

/** Returns the message for a Mint or Burn without an amount, or undefined. */
function emptyFault({ Type, Amount }: Exclude<Proposal, { Type: 'Transaction' }>): string | undefined {
  return Amount === 0n ? `${Type.toLowerCase()} must have an amount` : undefined
}

function partyFault(user: string, empty: string): string | undefined {
  return user === '' ? empty : identifierFault(user)
}

function circularFault(from: string, to: string): string | undefined {
  return from === to ? `circular transaction: ${from} -> ${to}` : undefined
}

function overdraft(view: View, user: string, amount: bigint): string | undefined {
  const balance = view.balance(user)
  if (balance >= amount) return undefined
  return `insufficient balance: balance was ${formatUnits(balance)}, at least ${formatUnits(amount)} is required`
}

function missingAsset(view: View, user: string, assets: Assets | undefined): string | undefined {
  for (const [asset, quantity] of Object.entries(assets ?? {})) {
    if (view.holding(user, asset) < quantity) return 'insufficient asset quantity'
  }
  return undefined
}

function assetOverflow(view: View, user: string, assets: Assets | undefined): string | undefined {
  for (const [asset, quantity] of Object.entries(assets ?? {})) {
    if (view.holding(user, asset) + quantity > microMax) return 'asset quantity would exceed the maximum'
  }
  return undefined
}
