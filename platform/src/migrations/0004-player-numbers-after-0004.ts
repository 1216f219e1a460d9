import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { userOrNull } from './initial/columns.ts'

/**
 * Gives each account a random number, by which games know it. A trigger gives new accounts theirs. Takes time in proportion to the
 * number of accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('player_numbers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => userOrNull(column).unique())
    .addCheckConstraint('player_numbers_range', sql`number between 1 and 2147483647`)
    .execute()
  await numberAccounts(db)
  if (isPostgres(db)) {
    await sql`create function number_account() returns trigger as $$
      begin
        loop
          insert into player_numbers (number, user_id) values (${postgresNumber}, new.id) on conflict (number) do nothing;
          exit when found;
        end loop;
        return null;
      end $$ language plpgsql`.execute(db)
    await sql`create trigger account_numbered after insert on users
      for each row execute function number_account()`.execute(db)
  } else {
    // Eight numbers are never all taken. They are materialized, because each use of one would draw another.
    await sql`create trigger account_numbered after insert on users begin
      insert into player_numbers (number, user_id)
      with recursive drawn (number, draw) as materialized (
        select ${sqliteNumber}, 1 union all select ${sqliteNumber}, draw + 1 from drawn where draw < 8
      )
      select number, new.id from drawn where number not in (select number from player_numbers) limit 1;
    end`.execute(db)
  }
}

/** Numbers the accounts that there are. A number that is taken is drawn again in the next round. */
async function numberAccounts(db: Kysely<unknown>): Promise<void> {
  const drawn = isPostgres(db) ? postgresNumber : sqliteNumber
  for (;;) {
    const { numAffectedRows } = await sql`
      insert into player_numbers (number, user_id)
      select ${drawn}, id from users where id not in (select user_id from player_numbers where user_id is not null)
      on conflict (number) do nothing`.execute(db)
    if (!numAffectedRows) return
  }
}

const postgresNumber = sql.raw('1 + floor(random() * 2147483647)::integer')
const sqliteNumber = sql.raw('1 + abs(random() % 2147483647)')
