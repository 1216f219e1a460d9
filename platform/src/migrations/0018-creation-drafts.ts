import type { Kysely } from 'kysely'
import { ofUser, required, zeroByDefault } from './initial/columns.ts'
import { countStored } from './initial/storage.ts'

/** Creations that were started and are neither paid for nor deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creation_drafts')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('key', 'text', required)
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', 'text', required)
    .addColumn('file', 'text')
    .addColumn('file_size', 'integer', zeroByDefault)
    .addColumn('updated', 'bigint', required)
    .addPrimaryKeyConstraint('creation_drafts_key', ['user_id', 'key'])
    .execute()
  await db.schema.createIndex('creation_drafts_file').on('creation_drafts').column('file').unique().execute()
  await db.schema.createIndex('creation_drafts_updated').on('creation_drafts').column('updated').execute()
  await countStored(db, {
    table: 'creation_drafts',
    owner: 'user_id',
    bytes: 'file_size',
    columns: 'file_size',
  })
}
