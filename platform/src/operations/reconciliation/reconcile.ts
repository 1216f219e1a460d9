import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Economy } from '../../money/ledger/client.ts'
import { paidFor } from '../../money/payments/describe.ts'
import { listPending } from '../../money/payments/queries.ts'
import { leftAfter, overdueAfter, overdueText } from '../../money/payments/rules.ts'
import { checkPayments, type Fault } from './payments.ts'

export interface Reconciliation {
  /** Of the ledger, that were looked at. */
  events: number
  /** Paid, and in the ledger; null: the ledger was not read to its beginning. */
  payments: number | null
  /**
   * Pending payments. They are not faults: each settles within two minutes of the ledger being reachable. Payments pending
   * for more than five minutes are listed with the reason.
   */
  waiting: { text: string; about: string }[]
  /** Payments that are one thing here and another in the ledger. */
  faults: Fault[]
}

/** As many as are worth telling. */
const maxPending = 100

/**
 * Compares the ledger with the payments, both ways, and purchases with what their buyers own. The product may be in use: it
 * compares what was settled before it began.
 *
 * @param newestEvents so many of the ledger are looked at, at least; absent: all.
 * @throws Refused `failed`: the ledger cannot be reached.
 */
export async function reconcile(
  { db, now, economy }: { db: Db; now: Clock; economy: Economy },
  newestEvents = Number.POSITIVE_INFINITY,
): Promise<Reconciliation> {
  const until = now()
  const pending = await listPending(db, until - leftAfter, maxPending)
  const check = checkPayments(db, { knowsAll: true, until })
  let events = 0
  let whole = false
  for (let before: string | undefined; !whole && events < newestEvents; ) {
    const part = await economy.accounts.journal(before)
    await check.take(part)
    events += part.length
    before = part.at(-1)?.Id
    whole = before === undefined
  }
  const { count, faults } = whole ? await check.finish() : { count: null, faults: [...check.faults] }
  const waiting = pending.map((payment) => ({
    text:
      until - payment.created > overdueAfter
        ? `payment ${payment.id} has been ${overdueText(payment, until)}`
        : `payment ${payment.id} waits for the ledger`,
    about: paidFor(payment),
  }))
  return { events, payments: count, waiting, faults }
}
