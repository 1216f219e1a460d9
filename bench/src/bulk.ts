import type { Database, Db } from '@baseplate/platform/database'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { CompiledQuery, type Insertable, sql } from 'kysely'

export type Fill = <Table extends keyof Database>(
  table: Table,
  rows: Iterable<Insertable<Database[Table]>>,
) => Promise<void>

/**
 * Fills tables of a database that has no other users: without syncing, with many rows per statement, and with indexes
 * created afterwards. All rows of a table must have the same column order. Rows in the order of their primary key go in
 * quickest.
 */
export async function fillInBulk(db: Db, work: (fill: Fill) => Promise<void>): Promise<void> {
  // SQLite's file is safe again once the product opens it, which sets its own journal mode.
  const pragmas = ['journal_mode = memory', 'synchronous = off', 'foreign_keys = off', 'cache_size = -400000']
  if (!isPostgres(db)) for (const pragma of pragmas) await sql.raw(`pragma ${pragma}`).execute(db)
  await work((table, rows) =>
    db.transaction().execute(async (transaction) => {
      if (isPostgres(db)) {
        // Skips checks of foreign keys, because the referenced rows are known to exist.
        await sql`set local session_replication_role = replica`.execute(transaction)
        await sql`set local maintenance_work_mem = '1GB'`.execute(transaction)
      }
      const indexes = await indexesOf(transaction, table)
      for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(transaction)
      const insert = await inserterFor(transaction, table)
      for (const batch of batchesOf(rows, insert.rows)) await insert.write(batch)
      for (const { statement } of indexes) await sql.raw(statement).execute(transaction)
    }),
  )
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
}

/** Returns the indexes that no constraint needs. */
async function indexesOf(db: Db, table: string): Promise<{ name: string; statement: string }[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string; statement: string }>`
        select indexname as name, indexdef as statement from pg_indexes where tablename = ${table}
          and indexname not in (select conname from pg_constraint)`.execute(db)
    : await sql<{ name: string; statement: string }>`
        select name, sql as statement from sqlite_master
          where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db)
  return rows
}

interface Inserter {
  /** Number of rows per statement. */
  rows: number
  write(batch: readonly object[]): Promise<void>
}

const inserterFor = (db: Db, table: string): Promise<Inserter> | Inserter =>
  isPostgres(db) ? postgresInserter(db, table) : sqliteInserter(db, table)

const run = (db: Db, text: string, values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values))

const columnsOf = (batch: readonly object[]) => Object.keys(batch[0] ?? {})

const sqliteInserter = (db: Db, table: string): Inserter => ({
  rows: 500,
  async write(batch) {
    const columns = columnsOf(batch)
    const row = `(${columns.map(() => '?').join()})`
    await run(
      db,
      `insert into ${table} (${columns.join()}) values ${batch.map(() => row).join()}`,
      batch.flatMap((values) => Object.values(values)),
    )
  },
})

async function postgresInserter(db: Db, table: string): Promise<Inserter> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}`.execute(db)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  return {
    rows: 20_000,
    async write(batch) {
      const columns = columnsOf(batch)
      const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`)
      const values = batch.map((row) => Object.values(row))
      await run(
        db,
        `insert into ${table} (${columns.join()}) select * from unnest(${arrays.join()})`,
        columns.map((_, index) => values.map((row) => row[index])),
      )
    },
  }
}

function* batchesOf<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
