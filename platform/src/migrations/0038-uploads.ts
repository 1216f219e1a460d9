import type { Kysely } from 'kysely'
import { ofPlace, ofUser, required } from './initial/columns.ts'

/** Uploads of place files that may take several requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('size', 'integer', required)
    .addColumn('received', 'integer', required)
    .addColumn('sha256', 'text')
    .addColumn('version', 'integer')
    .addColumn('notes', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('published', 'integer')
    .execute()
  await db.schema.createIndex('uploads_user').on('uploads').column('user_id').execute()
  await db.schema.createIndex('uploads_place').on('uploads').column('place_id').execute()
  await db.schema.createIndex('uploads_created').on('uploads').column('created').execute()
  await db.schema
    .createTable('upload_parts')
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('start', 'integer', required)
    .addColumn('size', 'integer', required)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'start'])
    .execute()
}
