import type { Kysely } from 'kysely'
import { ofAsset, ofUser, required } from './initial/columns.ts'

/** Items that users wish for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_wishes')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('asset_wishes_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('asset_wishes_newest')
    .on('asset_wishes')
    .columns(['user_id', 'created', 'asset_id'])
    .execute()
  await db.schema.createIndex('asset_wishes_asset').on('asset_wishes').column('asset_id').execute()
}
