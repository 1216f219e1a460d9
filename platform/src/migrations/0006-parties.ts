import type { Kysely } from 'kysely'
import { required, userOrNull, zeroByDefault } from './initial/columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('parties')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('place_id', 'integer', (column) => column.references('places.id').onDelete('set null'))
    .addColumn('called_by', 'text', userOrNull)
    .addColumn('called', 'bigint', zeroByDefault)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema
    .createTable('party_members')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('party_id', 'text', (column) => column.notNull().references('parties.id').onDelete('cascade'))
    .addColumn('joined', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('party_members_party')
    .on('party_members')
    .columns(['party_id', 'joined'])
    .execute()
}
