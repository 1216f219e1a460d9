import type { Kysely } from 'kysely'

/** Lets the payment of a creation record the references of its file with the asset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('creations').addColumn('referred', 'text').execute()
}
