import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { ofAsset, ofPlace, required, zeroByDefault } from './initial/columns.ts'

/** Statistics of places and assets by hour, day and month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPlaceStatistics(db)
  await createAssetStatistics(db)
  await db.schema.alterTable('place_players').addColumn('last_visit', 'bigint').execute()
  await db.schema
    .createIndex('place_comments_recent')
    .on('place_comments')
    .columns(['place_id', 'created'])
    .execute()
  await db.schema.createIndex('comments_recent').on('comments').columns(['asset_id', 'created']).execute()
  await addEarlierSessions(db)
  await addEarlierSales(db)
}

const isUnit = sql`unit in ('hour', 'day', 'month')`

async function createPlaceStatistics(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_statistics')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('unit', 'text', (column) => column.notNull().check(isUnit))
    .addColumn('start', 'bigint', required)
    .addColumn('visits', 'integer', zeroByDefault)
    .addColumn('new_players', 'integer', zeroByDefault)
    .addColumn('returning_players', 'integer', zeroByDefault)
    .addColumn('sessions', 'integer', zeroByDefault)
    .addColumn('session_ms', 'bigint', zeroByDefault)
    .addColumn('played_ms', 'bigint', zeroByDefault)
    .addColumn('likes', 'integer', zeroByDefault)
    .addColumn('dislikes', 'integer', zeroByDefault)
    .addPrimaryKeyConstraint('place_statistics_key', ['place_id', 'unit', 'start'])
    .execute()
  await db.schema
    .createIndex('place_statistics_age')
    .on('place_statistics')
    .columns(['unit', 'start'])
    .execute()
}

async function createAssetStatistics(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_statistics')
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('unit', 'text', (column) => column.notNull().check(isUnit))
    .addColumn('start', 'bigint', required)
    .addColumn('sales', 'integer', zeroByDefault)
    .addColumn('proceeds', 'bigint', zeroByDefault)
    .addPrimaryKeyConstraint('asset_statistics_key', ['asset_id', 'unit', 'start'])
    .execute()
  await db.schema
    .createIndex('asset_statistics_age')
    .on('asset_statistics')
    .columns(['unit', 'start'])
    .execute()
}

/** SQL: the start of the day or the month of a number of days since 1970, in Unix milliseconds. */
function startOf(db: Kysely<unknown>, unit: 'day' | 'month') {
  if (unit === 'day') return sql`cast(day as bigint) * 86400000`
  return isPostgres(db)
    ? sql`cast(extract(epoch from date_trunc('month', to_timestamp(cast(day as bigint) * 86400) at time zone 'UTC')) as bigint) * 1000`
    : sql`cast(strftime('%s', day * 86400, 'unixepoch', 'start of month') as integer) * 1000`
}

/** Sessions were counted by day and version before. */
async function addEarlierSessions(db: Kysely<unknown>): Promise<void> {
  for (const unit of ['day', 'month'] as const)
    await sql`insert into place_statistics (place_id, unit, start, visits, sessions, session_ms, played_ms)
      select place_id, ${unit}, first, sum(sessions), sum(sessions), sum(played_ms), sum(played_ms)
      from (select place_id, sessions, played_ms, ${startOf(db, unit)} as first from place_plays) as plays
      group by place_id, first`.execute(db)
}

/**
 * The share of the maker is the amount without the fee, which is in millionths and rounded down. The id of the item is read from
 * `asset:<id>`, so that each payment finds its item by the key. The other way, SQLite would read all payments for each item.
 */
async function addEarlierSales(db: Kysely<unknown>): Promise<void> {
  for (const unit of ['day', 'month'] as const)
    await sql`insert into asset_statistics (asset_id, unit, start, sales, proceeds)
      select asset_id, ${unit}, first, count(*), sum(proceeds)
      from (
        select asset_id, proceeds, ${startOf(db, unit)} as first
        from (
          select assets.id as asset_id, payments.settled / 86400000 as day,
            case when payments.payee_id is null then 0
              else payments.amount - payments.amount * payments.fee / 1000000 end as proceeds
          from payments inner join assets on assets.id = cast(substr(payments.subject, 7) as integer)
          where payments.kind = 'purchase' and payments.state = 'paid' and payments.settled is not null
        ) as sales
      ) as dated
      group by asset_id, first`.execute(db)
}
