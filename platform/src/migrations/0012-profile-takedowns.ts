import { type Kysely, sql } from 'kysely'
import { zeroByDefault } from './initial/columns.ts'
import { createTakedowns } from './initial/moderation.ts'

/** Texts of profiles can be taken down. A removed text is kept, so that a moderator can restore it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('removed_description', 'text').execute()
  await db.schema.alterTable('profile_styles').addColumn('removed_css', 'text').execute()
  // SQLite cannot change a check, so the table is made again.
  await sql`create table takedowns_before as select * from takedowns`.execute(db)
  await db.schema.dropTable('takedowns').execute()
  await createTakedowns(db, ['asset', 'place', 'post', 'comment', 'group', 'description', 'styling'])
  await db.schema.alterTable('takedowns').addColumn('rejected', 'integer', zeroByDefault).execute()
  await sql`
    insert into takedowns
      (content_type, content_id, number, created, reason, moderator_id, owner_id, ended, rejected)
    select content_type, content_id, number, created, reason, moderator_id, owner_id, ended, rejected
    from takedowns_before`.execute(db)
  await db.schema.dropTable('takedowns_before').execute()
}
