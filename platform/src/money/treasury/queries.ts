import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PaymentRow } from '../payments/queries.ts'
import { subjectOf } from './rules.ts'
import type { TreasuryTables } from './tables.ts'

export type MintRow = Selectable<TreasuryTables['mints']>

/** With the name of who is to have it. */
export const findMint = (db: Db, id: string, administratorId: string) =>
  db
    .selectFrom('mints')
    .innerJoin('users', 'users.id', 'mints.recipient_id')
    .selectAll('mints')
    .select('users.username')
    .where('mints.id', '=', id)
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()

/** Holds the row until the transaction ends: either database locks a row that is written, with whatever. */
export const holdMint = (db: Db, id: string, administratorId: string): Promise<MintRow | undefined> =>
  db
    .updateTable('mints')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .returningAll()
    .executeTakeFirst()

/** What became of it when it was confirmed: the payment that is paid or pending, else one that failed. */
export async function findMintPayment(db: Db, mintId: string): Promise<PaymentRow | undefined> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('subject', '=', subjectOf(mintId))
    .orderBy('id')
    .execute()
  return payments.find(({ state }) => state !== 'failed') ?? payments.at(-1)
}

/** What nobody has confirmed. */
export const deleteUnconfirmed = (db: Db, createdBefore: number) =>
  db
    .deleteFrom('mints')
    .where('created', '<', createdBefore)
    .where(sql<boolean>`not exists (select 1 from payments where subject = 'mint:' || mints.id)`)
    .execute()
