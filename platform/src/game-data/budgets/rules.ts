import { minute } from '@baseplate/service/clock'

/** Requests that have a budget of their own. */
export type BudgetKind = 'reads' | 'writes' | 'lists' | 'messages'

/** Requests within a minute that a game server has, alone and more for each of its players. */
const perMinute: Readonly<Record<BudgetKind, { base: number; each: number }>> = {
  reads: { base: 60, each: 40 },
  writes: { base: 60, each: 40 },
  lists: { base: 5, each: 2 },
  messages: { base: 600, each: 240 },
}

/** Returns the size of a budget, which is also what flows into it within a minute. */
export const budgetOf = (kind: BudgetKind, players: number): number =>
  perMinute[kind].base + perMinute[kind].each * players

/** The budget of a request after it. */
export interface BudgetState {
  kind: BudgetKind
  /** Requests within a minute. */
  size: number
  /** Requests that are left. */
  left: number
}

/** The rest of a budget at a time. */
export interface Bucket {
  tokens: number
  refilled: number
}

/** Returns what is left of a budget of this size at a later time. A new one is full. */
export const refill = (bucket: Bucket | undefined, size: number, now: number): number =>
  bucket ? Math.min(size, bucket.tokens + (Math.max(0, now - bucket.refilled) * size) / minute) : size

/** Returns the whole seconds until the missing tokens have flowed into a budget. */
export const secondsUntil = (missing: number, size: number): number =>
  Math.max(1, Math.ceil((missing * 60) / size))
