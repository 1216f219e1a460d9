import { isDue } from '@baseplate/storage/database/is-due'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { leftAfter, longestRetry, type PaymentState } from './rules.ts'
import type { PaymentTables } from './tables.ts'

export type PaymentRow = Selectable<PaymentTables['payments']>

/** A literal, not a parameter: only then do the databases use the partial index of pending payments. */
export const pending = sql.lit<PaymentState>('pending')

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** Finds a user's pending payment for a subject. */
export const findPending = (
  db: Db,
  payment: Pick<PaymentRow, 'payer_id' | 'kind' | 'subject'>,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payer_id', '=', payment.payer_id)
    .where('kind', '=', payment.kind)
    .where('subject', '=', payment.subject)
    .where('state', '=', pending)
    .executeTakeFirst()

/**
 * Lists pending payments to retry, the longest due first. A payment sent before `opened` is due as well, because the process
 * that sent it may have ended.
 */
export const listDue = (
  db: Db,
  { now, opened }: { now: number; opened: number },
  limit: number,
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', pending)
    .where(({ or, eb, ref }) =>
      or([isDue(ref('due'), { now, longestMs: longestRetry }), eb('attempted', '<', opened)]),
    )
    .orderBy('due')
    .limit(limit)
    .execute()

/** Lists pending payments whose last attempt was before a time, the oldest first. */
export const listPending = (db: Db, attemptedBefore: number, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', pending)
    .where('attempted', '<', attemptedBefore)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists pending payments recorded before a time, the oldest first. */
export const listOverdue = (db: Db, createdBefore: number, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', pending)
    .where('created', '<', createdBefore)
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Records an attempt before its request is sent. Returns undefined when the payment is settled, or another attempt began
 * after the row was read.
 */
export const beginAttempt = (db: Db, payment: PaymentRow, now: number): Promise<PaymentRow | undefined> =>
  db
    .updateTable('payments')
    .set({ attempt: payment.attempt + 1, attempted: now, unanswered: now, due: now + leftAfter })
    .where('id', '=', payment.id)
    .where('state', '=', 'pending')
    .where('attempt', '=', payment.attempt)
    .returningAll()
    .executeTakeFirst()

/** Records the outcome of a request that leaves its payment pending, unless a newer request was sent. */
export async function noteAttempt(
  db: Db,
  { id, attempt }: PaymentRow,
  ended: Pick<PaymentRow, 'unanswered' | 'due' | 'reason'>,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(ended)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('attempt', '=', attempt)
    .execute()
}
