import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { PaymentRow } from '../../money/door.ts'
import { isVisible } from '../visible.ts'

export const owns = async (db: Db, userId: string, assetId: number): Promise<boolean> =>
  (await db
    .selectFrom('owned_assets')
    .select('asset_id')
    .where('user_id', '=', userId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()) !== undefined

/** Returns which of the assets a user owns. */
export async function findOwned(db: Db, userId: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('owned_assets')
    .select('asset_id')
    .where('user_id', '=', userId)
    .where('asset_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ asset_id }) => asset_id))
}

/** Makes a user an owner of an asset. Returns false when they already were. */
export async function giveAsset(
  db: Db,
  { userId, assetId }: { userId: string; assetId: number },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('owned_assets')
    .values({ user_id: userId, asset_id: assetId, created: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'asset_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Counts the owners of an asset, including its creator. */
export async function countOwners(db: Db, assetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('owned_assets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('asset_id', '=', assetId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const ownedBy = (db: Db, userId: string) =>
  db
    .selectFrom('owned_assets')
    .innerJoin('assets', 'assets.id', 'owned_assets.asset_id')
    .where('owned_assets.user_id', '=', userId)
    .where(isVisible)

/** Lists the visible assets that a user owns, the latest acquisition first. */
export const findInventory = (
  db: Db,
  userId: string,
  { type, limit, after }: { type?: number | undefined; limit: number; after?: NumberedCursor | undefined },
): Promise<{ id: number; created: number }[]> =>
  ownedBy(db, userId)
    .select(['owned_assets.asset_id as id', 'owned_assets.created'])
    .$if(type !== undefined, (query) => query.where('assets.type', '=', type ?? 0))
    .$call((query) =>
      keysetPage(query, ['owned_assets.created', 'owned_assets.asset_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Lists the types of the visible assets that a user owns. */
export async function ownedTypes(db: Db, userId: string): Promise<number[]> {
  const rows = await ownedBy(db, userId).select('assets.type').distinct().orderBy('assets.type').execute()
  return rows.map(({ type }) => type)
}

/** Lists paid purchases whose buyer does not own the asset, although both still exist. */
export const listUngranted = (db: Db, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.payer_id')
    .innerJoin('assets', (join) =>
      join.on(sql<boolean>`payments.subject = 'asset:' || cast(assets.id as text)`),
    )
    .selectAll('payments')
    .where('kind', '=', 'purchase')
    .where('state', '=', 'paid')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('owned_assets')
            .select('asset_id')
            .whereRef('owned_assets.user_id', '=', 'payments.payer_id')
            .whereRef('owned_assets.asset_id', '=', 'assets.id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
