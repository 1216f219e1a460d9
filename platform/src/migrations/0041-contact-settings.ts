import type { Kysely } from 'kysely'

/** Existing accounts stay open to everybody, and so do accounts that an older version registers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const setting of ['follows', 'comments'])
    await db.schema
      .alterTable('users')
      .addColumn(`privacy_${setting}`, 'text', (column) => column.notNull().defaultTo('Everybody'))
      .execute()
}
