import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import {
  type Economy,
  listPending,
  type PaymentFacts,
  type PaymentRow,
  paidFor,
  paymentFacts,
} from '../../money/door.ts'
import { leftAfter, overdueAfter, overdueText } from '../../money/payments/rules.ts'
import { checkPayments, type Fault } from './payments.ts'

export interface Reconciliation {
  /** Number of ledger events compared. */
  events: number
  /** Number of paid payments found in the ledger; null if the ledger was not read to its beginning. */
  payments: number | null
  /**
   * Pending payments. They are not faults: each settles within two minutes of the ledger being reachable. Payments pending
   * for more than five minutes are listed with the reason.
   */
  waiting: WaitingPayment[]
  /** Payments that differ between the database and the ledger. */
  faults: Fault[]
}

interface WaitingPayment {
  id: string
  /** A sentence in English. */
  text: string
  /** The facts in English. */
  about: string
  facts: PaymentFacts
  /** Unix milliseconds. */
  created: number
  /** Set if the payment should have been settled by now. */
  overdue: { reason: string | null } | null
}

/** Maximum number of pending payments in the report. */
const maxPending = 100

/**
 * Compares the ledger with the payments in both directions, and purchases with the inventories of their buyers. It may run while
 * the platform is in use, and compares payments that were settled before it began.
 *
 * @param newestEvents minimum number of ledger events to compare; absent for all.
 * @throws Refused `failed`: the ledger is unavailable.
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
    const page = await economy.accounts.journal(before)
    await check.take(page)
    events += page.length
    before = page.at(-1)?.Id
    whole = before === undefined
  }
  const { count, faults } = whole ? await check.finish() : { count: null, faults: [...check.faults] }
  return { events, payments: count, waiting: pending.map((payment) => waitingOf(payment, until)), faults }
}

function waitingOf(payment: PaymentRow, now: number): WaitingPayment {
  const { id, created, reason } = payment
  const facts = paymentFacts(payment)
  const isOverdue = now - created > overdueAfter
  return {
    id,
    text: isOverdue
      ? `payment ${id} has been ${overdueText(payment, now)}`
      : `payment ${id} waits for the ledger`,
    about: paidFor(facts),
    facts,
    created,
    overdue: isOverdue ? { reason } : null,
  }
}
