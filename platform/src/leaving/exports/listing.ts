import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { Listing } from '../../foundation/exports.ts'
import { findUsernames } from '../../money/door.ts'

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

const rowsPerPage = 500

/**
 * Yields the rows of a listing in pages. Others may write meanwhile: a row that exists all the time is yielded once, as it is when its
 * page is read.
 */
export async function* readListing(db: Db, listing: Listing, userId: string): AsyncGenerator<Row> {
  const { table, key, show, people, isOf, rowsPerRead = rowsPerPage } = listing
  const columns = new Set([...key, ...show, ...Object.values(people)])
  const keys = sql.join(key.map((column) => sql.ref(column)))
  for (let after: readonly (Value | undefined)[] | undefined; ; ) {
    const further = after ? sql`and (${keys}) > (${sql.join(after)})` : sql``
    const { rows } = await sql<Row>`
      select ${sql.join([...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${isOf(userId)} ${further} order by ${keys} limit ${sql.lit(rowsPerRead)}`.execute(db)
    const names = await namesOf(db, rows, Object.values(people))
    for (const row of rows) {
      const shown = show.map((column) => [column, readable(column, row[column] ?? null)] as const)
      const named = Object.entries(people).map(
        ([name, column]) => [name, names.get(String(row[column])) ?? null] as const,
      )
      yield Object.fromEntries([...shown, ...named])
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = key.map((column) => last[column])
  }
}

const namesOf = (db: Db, rows: readonly Row[], columns: readonly string[]) =>
  findUsernames(db, rows.flatMap((row) => columns.flatMap((column) => row[column] ?? [])).map(String))

/** Columns with Unix milliseconds. */
const times: ReadonlySet<string> = new Set([
  'closed',
  'confirmed',
  'created',
  'data_updated',
  'decided',
  'description_updated',
  'ended',
  'expires',
  'failing_since',
  'joined',
  'last_login',
  'last_mail',
  'last_played',
  'last_used',
  'last_visit',
  'notes_updated',
  'renamed',
  'settled',
  'started',
  'updated',
  'written',
])

/** Returns a time as ISO 8601, and any other value as it is. */
const readable = (column: string, value: Value): Value =>
  times.has(column) && typeof value === 'number' ? new Date(value).toISOString() : value
