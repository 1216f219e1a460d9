import { calendarUnits, startOfUnit } from '../../foundation/calendar.ts'
import type { Db } from '../../foundation/database.ts'
import { addInserted } from '../../foundation/statistics.ts'

/** Adds a sale in the transaction that grants it, which has locked the asset. */
export async function addSale(
  db: Db,
  { assetId, proceeds }: { assetId: number; proceeds: number },
  now: number,
): Promise<void> {
  await db
    .insertInto('asset_statistics')
    .values(
      calendarUnits.map((unit) => ({
        asset_id: assetId,
        unit,
        start: startOfUnit(unit, now),
        sales: 1,
        proceeds,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['asset_id', 'unit', 'start'])
        .doUpdateSet(addInserted('asset_statistics', ['sales', 'proceeds'])),
    )
    .execute()
}
