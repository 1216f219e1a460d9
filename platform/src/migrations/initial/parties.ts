import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { oneOfUser, required, userOrNull, zeroByDefault } from './columns.ts'

/** Creates the tables of parties. Triggers note in `users` whether a user is in a party. */
export async function createParties(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  for (const statement of isPostgres(db) ? postgresTrigger : sqliteTriggers)
    await sql.raw(statement).execute(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('party_id', 'text', (column) => column.notNull().references('parties.id').onDelete('cascade'))
    .addColumn('joined', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('party_members_party')
    .on('party_members')
    .columns(['party_id', 'joined'])
    .execute()
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
