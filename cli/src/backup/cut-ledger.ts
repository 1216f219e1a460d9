import type { LedgerMark, MarkedEvent } from '@baseplate/economy/marks'
import type { KnownPayments } from '@baseplate/platform/operations/door'

/**
 * Returns where a copy of the ledger has to end to fit a copy of the database (docs/decisions/0010). The copy then has
 * every payment that the database has as paid, and none that the database does not know. Payments in between are
 * pending in the database, which settles them after a restore.
 *
 * @param from a mark from before the database's moment
 * @param events the events after that mark, until after the database's moment
 */
export function cutLedger(
  from: LedgerMark,
  events: readonly MarkedEvent[],
  known: KnownPayments,
): LedgerMark {
  const lastPaid = events.findLastIndex(({ key }) => key !== undefined && known.isPaid(key))
  const firstUnknown = events.findIndex(
    ({ key }, index) => index > lastPaid && key !== undefined && !known.isRecorded(key),
  )
  const included = firstUnknown === -1 ? events : events.slice(0, firstUnknown)
  return included.at(-1)?.end ?? from
}
