import type { Db } from '../database.ts'

/** What the database knows of the keys that the ledger's events carry. */
export interface KnownPayments {
  /** A payment with this key was noted, whatever became of it. */
  isNoted(key: string): boolean
  /** It was noted as paid. */
  isPaid(key: string): boolean
}

/** Nothing that is stored is paid for yet. */
export async function knownPayments(_db: Db, _keys: readonly string[]): Promise<KnownPayments> {
  return { isNoted: () => false, isPaid: () => false }
}
