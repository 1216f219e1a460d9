import type { Db } from '../../foundation/database.ts'
import { pending } from './queries.ts'

/** Returns whether a payment from or to the user has no outcome yet. It may still grant something to the user. */
export async function hasPendingPayments({ db }: { db: Db }, userId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', pending)
    .where((eb) => eb.or([eb('payer_id', '=', userId), eb('payee_id', '=', userId)]))
    .executeTakeFirst()
  return payment !== undefined
}
