import type { LedgerMark, MarkedEvent } from '@baseplate/economy/marks'
import type { KnownPayments } from '@baseplate/platform/operations/reconciliation/payments'

/**
 * Where a copy of the ledger ends, so that it fits a copy of the database: it has all that the database has as paid, and
 * no payment that the database knows nothing of (docs/decisions/0010). Of what is between, the database says that it is
 * pending, and settles it after a restore.
 *
 * @param from a mark from before the database's moment.
 * @param events those that followed, until after it.
 */
export function cutLedger(
  from: LedgerMark,
  events: readonly MarkedEvent[],
  known: KnownPayments,
): LedgerMark {
  const lastPaid = events.findLastIndex(({ key }) => key !== undefined && known.isPaid(key))
  const firstUnknown = events.findIndex(
    ({ key }, index) => index > lastPaid && key !== undefined && !known.isNoted(key),
  )
  const kept = firstUnknown === -1 ? events : events.slice(0, firstUnknown)
  return kept.at(-1)?.end ?? from
}
