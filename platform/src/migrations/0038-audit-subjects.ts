import type { Kysely } from 'kysely'

/** The log lists the entries of one subject by cursor, which includes the id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('audit_log_subject').execute()
  await db.schema
    .createIndex('audit_log_subject')
    .on('audit_log')
    .columns(['subject', 'created', 'id'])
    .execute()
}
