import type { Db } from '../../database.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { type PaymentRow, pending } from './queries.ts'
import { leftAfter } from './rules.ts'

export type NewPayment = Pick<
  PaymentRow,
  'kind' | 'subject' | 'payer_id' | 'payee_id' | 'amount' | 'fee' | 'note' | 'link'
>

/**
 * Notes what somebody is about to pay, inside the transaction of the verb that sells it. After the commit the verb calls
 * `platform.payments.settle` with it. A payment of nothing is paid at once, without the ledger: what it is for is handed over
 * by the verb itself, in the same transaction.
 *
 * @returns undefined: they are paying for it already, and that is not settled (`findPending`).
 */
export function recordPayment(db: Db, payment: NewPayment, now: number): Promise<PaymentRow | undefined> {
  const free = payment.amount === 0
  return db
    .insertInto('payments')
    .values({
      ...payment,
      id: newTimedId(now),
      state: free ? 'paid' : 'pending',
      attempt: free ? 0 : 1,
      attempted: now,
      unanswered: free ? null : now,
      due: now + leftAfter,
      created: now,
      settled: free ? now : null,
      reason: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['payer_id', 'kind', 'subject']).where('state', '=', pending).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}
