import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { zeroByDefault } from './initial/columns.ts'

/** Copies to each user whether they are in a party, so that a request knows it from the row that it reads anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('in_party', 'integer', zeroByDefault).execute()
  await sql`update users set in_party = 1 where id in (select user_id from party_members)`.execute(db)
  for (const statement of isPostgres(db) ? postgresTrigger : sqliteTriggers)
    await sql.raw(statement).execute(db)
}

const sqliteTriggers = [
  `create trigger party_members_joined after insert on party_members begin
    update users set in_party = 1 where id = new.user_id; end`,
  `create trigger party_members_left after delete on party_members begin
    update users set in_party = 0 where id = old.user_id; end`,
]

const postgresTrigger = [
  `create function tell_party_member() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update users set in_party = 1 where id = new.user_id;
      else
        update users set in_party = 0 where id = old.user_id;
      end if;
      return null;
    end $$`,
  `create trigger party_members_told after insert or delete on party_members
    for each row execute function tell_party_member()`,
]
