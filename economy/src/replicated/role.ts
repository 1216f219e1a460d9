import type { Ledger } from '../ledger/ledger.ts'
import type { LedgerCopy } from './copy.ts'

/**
 * The present role of a process. `renewedAt` is when the writer last renewed its lease. `completeAt` is the last time at which a
 * standby's copy is known to have been complete. Both are by `Clock.elapsed`, and `skipped` is `Clock.skipped` of that time or a
 * later one at which it was still true. `writer` is the writer's address, or empty.
 */
export type Role =
  | { role: 'writer'; ledger: Ledger; copy: LedgerCopy; epoch: number; renewedAt: number; skipped: number }
  | { role: 'standby'; copy: LedgerCopy; epoch: number; writer: string; completeAt: number; skipped: number }
  | { role: 'starting' }
