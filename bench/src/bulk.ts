import type { Database, Db } from '@baseplate/platform/foundation/database'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { CompiledQuery, type Insertable, sql } from 'kysely'

/** Values of a statement: SQLite takes fewer than PostgreSQL. */
const mostValues = 30_000

/** Returns the rows of `asset_ids` for assets or places. */
export const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => ({ id }))

/** Inserts rows that all have the same columns in the same order, many with each statement. */
export async function insertRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: Iterable<Insertable<Database[Table]>>,
): Promise<void> {
  let batch: object[] = []
  for (const row of rows) {
    batch.push(row)
    if ((batch.length + 1) * Object.keys(row).length <= mostValues) continue
    await insert(db, table, batch)
    batch = []
  }
  if (batch.length > 0) await insert(db, table, batch)
}

async function insert(db: Db, table: string, batch: readonly object[]): Promise<void> {
  const columns = Object.keys(batch[0] ?? {})
  let number = 0
  const value = isPostgres(db) ? () => `$${++number}` : () => '?'
  const rows = batch.map(() => `(${columns.map(value).join()})`)
  const text = `insert into ${table} (${columns.join()}) values ${rows.join()}`
  const values = batch.flatMap((row) => Object.values(row) as unknown[])
  await db.executeQuery(CompiledQuery.raw(text, values))
}

type Fill = <Table extends keyof Database>(
  table: Table,
  rows: Iterable<Insertable<Database[Table]>>,
) => Promise<void>

/**
 * Fills tables of a database that has no other users: without syncing, and with indexes created afterwards. Rows in the
 * order of their primary key go in quickest.
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
      await insertRows(transaction, table, rows)
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
