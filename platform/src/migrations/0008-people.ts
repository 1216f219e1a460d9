import { type Kysely, sql } from 'kysely'
import { zeroByDefault } from './initial/columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberRejections(db)
}

/** Tells rejected items from items that were taken down later. The audit log knows which of the earlier ones were rejected. */
async function rememberRejections(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('takedowns').addColumn('rejected', 'integer', zeroByDefault).execute()
  await sql`
    update takedowns set rejected = 1
    where content_type = 'asset' and exists (
      select 1 from audit_log
      where action = 'refuseasset' and subject = 'asset:' || takedowns.content_id
        and audit_log.created = takedowns.created
    )`.execute(db)
}
