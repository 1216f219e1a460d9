import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PurgeStep } from '../rules.ts'
import type { CatalogTables } from '../tables.ts'

export type PurgeRow = Selectable<CatalogTables['asset_purges']>

type Key = Pick<PurgeRow, 'asset_id' | 'step'>

/** From the beginning, whatever was done of an earlier one. */
export const beginPurge = (db: Db, { asset_id, step }: Key) =>
  db
    .insertInto('asset_purges')
    .values({ asset_id, step, position: '0' })
    .onConflict((conflict) => conflict.columns(['asset_id', 'step']).doUpdateSet({ position: '0' }))
    .execute()

/** What is worn comes first, and what may have to wait last. */
export const findNextPurge = (db: Db): Promise<PurgeRow | undefined> =>
  db
    .selectFrom('asset_purges')
    .selectAll()
    .orderBy((eb) =>
      eb
        .case()
        .when('step', '=', sql.lit<PurgeStep>('wearers'))
        .then(0)
        .when('step', '=', sql.lit<PurgeStep>('looks'))
        .then(2)
        .else(1)
        .end(),
    )
    .orderBy('asset_id')
    .executeTakeFirst()

export const findPurge = (db: Db, { asset_id, step }: Key): Promise<PurgeRow | undefined> =>
  db
    .selectFrom('asset_purges')
    .selectAll()
    .where('asset_id', '=', asset_id)
    .where('step', '=', step)
    .executeTakeFirst()

/** Unless it has begun anew meanwhile. */
export const movePurge = (db: Db, { asset_id, step, position }: PurgeRow, to: string) =>
  db
    .updateTable('asset_purges')
    .set({ position: to })
    .where('asset_id', '=', asset_id)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()

/** Unless it has begun anew meanwhile. */
export const endPurge = (db: Db, { asset_id, step, position }: PurgeRow) =>
  db
    .deleteFrom('asset_purges')
    .where('asset_id', '=', asset_id)
    .where('step', '=', step)
    .where('position', '=', position)
    .execute()

/** The image that an asset is made of. */
export const listParts = async (db: Db, assetId: number): Promise<number[]> =>
  (await db.selectFrom('asset_parts').select('image_id').where('asset_id', '=', assetId).execute()).map(
    ({ image_id }) => image_id,
  )
