import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofPlace, ofUser, required, zeroByDefault } from './initial/columns.ts'

/** Adds badges and their awards. Triggers count the awards of each badge, the badges of each place, and the bytes of pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('places').addColumn('badge_count', 'integer', zeroByDefault).execute()
  await createBadges(db)
  await createAwards(db)
  const triggersOf = isPostgres(db) ? postgresTriggers : sqliteTriggers
  for (const statement of [
    ...triggersOf('badges', 'open, icon_size, waiting_size', (row) => [
      `update places set badge_count = badge_count + ${signOf(row)} where id = ${row}.place_id and ${row}.open = 1`,
      addBytes(row),
    ]),
    ...triggersOf('badge_awards', '', (row) => [
      `update badges set award_count = award_count + ${signOf(row)} where id = ${row}.badge_id`,
    ]),
  ])
    await sql.raw(statement).execute(db)
}

async function createBadges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('badges')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('description', 'text', emptyByDefault)
    .addColumn('created', 'bigint', required)
    .addColumn('open', 'integer', required)
    .addColumn('disabled', 'integer', zeroByDefault)
    .addColumn('icon', 'text')
    .addColumn('icon_size', 'integer', zeroByDefault)
    .addColumn('waiting', 'text')
    .addColumn('waiting_size', 'integer', zeroByDefault)
    .addColumn('waiting_since', 'bigint')
    .addColumn('award_count', 'integer', zeroByDefault)
    .execute()
  await db.schema.createIndex('badges_name').on('badges').columns(['place_id', 'name_key']).unique().execute()
  await db.schema
    .createIndex('badges_waiting')
    .on('badges')
    .columns(['waiting_since', 'id'])
    .where(sql.ref('waiting_since'), 'is not', null)
    .execute()
}

async function createAwards(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('badge_awards')
    .addColumn('badge_id', 'integer', (column) =>
      column.notNull().references('badges.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', ofUser)
    .addColumn('awarded', 'bigint', required)
    .addPrimaryKeyConstraint('badge_awards_key', ['badge_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('badge_awards_won')
    .on('badge_awards')
    .columns(['user_id', 'awarded', 'badge_id'])
    .execute()
  await db.schema
    .createIndex('badge_awards_time')
    .on('badge_awards')
    .columns(['badge_id', 'awarded'])
    .execute()
}

type Row = 'old' | 'new'

const signOf = (row: Row) => (row === 'new' ? '1' : '-1')

/** Returns a statement that adds the bytes of a badge's pictures to the storage of the place's owner, or subtracts them. */
const addBytes = (row: Row) => `insert into storage_used (user_id, bytes)
  select owner_id, ${signOf(row)} * (${row}.icon_size + ${row}.waiting_size) from places
  where id = ${row}.place_id and ${row}.icon_size + ${row}.waiting_size <> 0
  on conflict (user_id) do update set bytes = storage_used.bytes + excluded.bytes`

/**
 * @param changes columns that the counts depend on, separated by commas; empty: none
 * @param count returns statements that add a new row, or subtract an old one
 */
function sqliteTriggers(table: string, changes: string, count: (row: Row) => string[]): string[] {
  const [add, subtract] = [count('new'), count('old')].map((each) => each.map((one) => `${one};`).join(' '))
  return [
    `create trigger ${table}_counted after insert on ${table} begin ${add} end`,
    `create trigger ${table}_discounted after delete on ${table} begin ${subtract} end`,
    ...(changes === ''
      ? []
      : [
          `create trigger ${table}_recounted after update of ${changes} on ${table} begin ${subtract} ${add} end`,
        ]),
  ]
}

/** As `sqliteTriggers`. */
function postgresTriggers(table: string, changes: string, count: (row: Row) => string[]): string[] {
  const [add, subtract] = [count('new'), count('old')].map((each) => each.map((one) => `${one};`).join(' '))
  return [
    `create function count_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${subtract} end if;
      if tg_op <> 'DELETE' then ${add} end if;
      return null;
    end $$`,
    `create trigger ${table}_counted after insert or delete${changes === '' ? '' : ` or update of ${changes}`} on ${table}
    for each row execute function count_${table}()`,
  ]
}
