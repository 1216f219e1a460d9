import type { Kysely } from 'kysely'

/** Entries about one subject are listed in the order of the log, from a cursor, which has the id in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('audit_log_subject').execute()
  await db.schema
    .createIndex('audit_log_subject')
    .on('audit_log')
    .columns(['subject', 'created', 'id'])
    .execute()
}
