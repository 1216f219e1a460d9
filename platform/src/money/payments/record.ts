import type { Db } from '../../foundation/database.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { type PaymentRow, pending } from './queries.ts'
import { leftAfter } from './rules.ts'

export type NewPayment = Pick<
  PaymentRow,
  'kind' | 'subject' | 'payer_id' | 'payee_id' | 'amount' | 'fee' | 'note' | 'link'
>

/**
 * Records a payment inside the transaction of the verb that sells something. After the commit, the verb passes it to
 * `platform.payments.settle`. A payment of 0 is paid at once without the ledger, and the verb grants the purchased thing in the
 * same transaction.
 *
 * @returns undefined when the user already has a pending payment for the same subject (`findPending`).
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
