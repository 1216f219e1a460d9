import type { LedgerPart } from '@baseplate/economy/contract'
import type { Db } from '../../foundation/database.ts'

/** Returns the ledger that the platform belongs to; undefined before its first event. */
export const findKnownLedger = (db: Db): Promise<LedgerPart | undefined> =>
  db.selectFrom('known_ledger').select(['id', 'height', 'hash']).executeTakeFirst()

/** Records the ledger that the platform belongs to, unless another process has recorded one. */
export async function recordLedger(db: Db, part: LedgerPart): Promise<void> {
  await db
    .insertInto('known_ledger')
    .values({ singleton: 1, ...part })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute()
}

/** Records how far the ledger has grown, unless another process knows more of it. */
export async function recordGrowth(db: Db, { id, height, hash }: LedgerPart): Promise<void> {
  await db
    .updateTable('known_ledger')
    .set({ height, hash })
    .where('id', '=', id)
    .where('height', '<', height)
    .execute()
}

/** Makes the platform belong to another ledger, or to none yet, whatever it belonged to. */
export const replaceKnownLedger = (db: Db, part: LedgerPart | undefined): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('known_ledger').execute()
    if (part) await recordLedger(trx, part)
  })
