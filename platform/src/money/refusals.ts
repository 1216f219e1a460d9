import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'economy'> = {
  'economy.mint_not_found': 'missing',
  'economy.mint_not_prepared': 'missing',
  'economy.other_ledger': 'busy',
  'economy.payment_pending': 'failed',
  'economy.unavailable': 'failed',
}
