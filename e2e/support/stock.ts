import { insertAsset, type NewAsset } from '@baseplate/platform/assets/files/store-asset'
import type { Database, Db } from '@baseplate/platform/foundation/database'
import { newAssetId } from '@baseplate/platform/foundation/ids'
import { migrations } from '@baseplate/platform/migrations/all'
import { openDatabase } from '@baseplate/storage/database/open'
import { pino } from 'pino'
import type { Product } from './processes.ts'

/** The parts of a product that name its database. */
type Stored = Pick<Product, 'dataDirectory' | 'databaseUrl'>

/** Runs queries on the database of a product that is running or has stopped. */
export async function withDatabase<T>(
  { dataDirectory, databaseUrl }: Stored,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const log = pino({ level: 'silent' })
  const db = await openDatabase<Database>({ dataDirectory, url: databaseUrl }, migrations, log)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

type Item = Partial<NewAsset> & { name: string }

/** Puts items on sale in the catalog for a registered maker, and returns their ids. They are free hats by default. */
export const stock = (product: Stored, maker: string, items: readonly Item[]): Promise<number[]> =>
  withDatabase(product, (db) => stockIn(db, maker, items))

/** Puts items on sale in an open database, as `stock` does. */
export async function stockIn(db: Db, maker: string, items: readonly Item[]): Promise<number[]> {
  const creator = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', maker)
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  await db.transaction().execute(async (transaction) => {
    for (const item of items) {
      const id = newAssetId()
      await transaction.insertInto('asset_ids').values({ id }).execute()
      const file = { file_size: 0, file_sha256: '', file_md5: '' }
      const asset = {
        id,
        type: 8,
        description: '',
        visibility: 'Visible',
        for_sale: 1,
        ...file,
        ...item,
      } as const
      await insertAsset(transaction, creator, asset, Date.now() + ids.length)
      ids.push(id)
    }
  })
  return ids
}
