import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { PaymentRow } from '../payments/queries.ts'
import { subjectOf } from './rules.ts'
import type { TreasuryTables } from './tables.ts'

export type MintRow = Selectable<TreasuryTables['mints']>

/** Finds a mint that this administrator prepared, with the name of its recipient. */
export const findMint = (db: Db, id: string, administratorId: string) =>
  db
    .selectFrom('mints')
    .innerJoin('users', 'users.id', 'mints.recipient_id')
    .selectAll('mints')
    .select('users.username')
    .where('mints.id', '=', id)
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()

/** Locks the row until the transaction ends. Both databases lock a row when it is written, even with its own value. */
export const lockMint = (db: Db, id: string, administratorId: string): Promise<MintRow | undefined> =>
  db
    .updateTable('mints')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .returningAll()
    .executeTakeFirst()

/** Finds the payment of a confirmed mint: the paid or pending one, else one that failed. */
export async function findMintPayment(db: Db, mintId: string): Promise<PaymentRow | undefined> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('subject', '=', subjectOf(mintId))
    .orderBy('id')
    .execute()
  return payments.find(({ state }) => state !== 'failed') ?? payments.at(-1)
}

/** Deletes unconfirmed mints prepared before a time. */
export const deleteUnconfirmed = (db: Db, createdBefore: number) =>
  db
    .deleteFrom('mints')
    .where('created', '<', createdBefore)
    .where(sql<boolean>`not exists (select 1 from payments where subject = 'mint:' || mints.id)`)
    .execute()
