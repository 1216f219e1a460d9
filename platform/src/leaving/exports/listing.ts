import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../foundation/database.ts'
import { findUsernames } from '../../money/door.ts'

type Table = keyof Database & string
type ColumnOf<Name extends Table> = keyof Database[Name] & string

interface Columns<Name extends Table> {
  /** Columns with the id of the user whose rows these are. */
  owner: ColumnOf<Name> | readonly ColumnOf<Name>[]
  /** Identifies a row among those of the user, and never changes. */
  key: readonly ColumnOf<Name>[]
  /** Columns that the export shows. */
  show: readonly ColumnOf<Name>[]
  /** Columns with ids of other users, which the export names, by the property that has the name. */
  people?: Readonly<Record<string, ColumnOf<Name>>>
  /** Leaves out rows in which this column is null. */
  only?: ColumnOf<Name>
}

/** Rows of a table that belong to a user. */
export interface Listing {
  /** Name of the list in its file. */
  name: string
  table: Table
  owner: readonly string[]
  key: readonly string[]
  show: readonly string[]
  people: Readonly<Record<string, string>>
  /** Condition on a row. */
  isOf(userId: string): RawBuilder<boolean>
}

/** Lists rows that have the user's id. */
export function rowsOf<Name extends Table>(name: string, table: Name, columns: Columns<Name>): Listing {
  const { people = {}, key, show, only } = columns
  const owner = [columns.owner].flat()
  const isOf = (userId: string) => {
    const isOwn = isOfOwner(table, owner, key, userId)
    return only === undefined ? isOwn : sql<boolean>`${isOwn} and ${sql.ref(only)} is not null`
  }
  return { name, table, owner, key, show, people, isOf }
}

/** A disjunction would make SQLite and PostgreSQL read the whole table in the order of its key. Each column has an index. */
function isOfOwner(table: string, owner: readonly string[], key: readonly string[], userId: string) {
  const isOwner = (column: string) => sql<boolean>`${sql.ref(column)} = ${userId}`
  const [first, second] = owner
  if (first !== undefined && second === undefined) return isOwner(first)
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const selects = owner.map((column) => sql`select ${keys} from ${sql.table(table)} where ${isOwner(column)}`)
  return sql<boolean>`(${keys}) in (${sql.join(selects, sql` union all `)})`
}

/** Lists rows that refer to rows with the user's id. */
export function rowsBelow<Name extends Table, Above extends Table>(
  name: string,
  table: Name,
  above: { table: Above; key: ColumnOf<Above>; owner: ColumnOf<Above> },
  columns: Omit<Columns<Name>, 'owner' | 'only'> & { refersTo: ColumnOf<Name> },
): Listing {
  const { key, show, people = {}, refersTo } = columns
  const isOf = (userId: string) =>
    sql<boolean>`${sql.ref(refersTo)} in (
      select ${sql.ref(above.key)} from ${sql.table(above.table)} where ${sql.ref(above.owner)} = ${userId})`
  return { name, table, owner: [], key, show, people, isOf }
}

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

const rowsPerPage = 500

/**
 * Yields the rows of a listing in pages. Others may write meanwhile: a row that exists all the time is yielded once, as it is when its
 * page is read.
 */
export async function* readListing(db: Db, listing: Listing, userId: string): AsyncGenerator<Row> {
  const { table, key, show, people, isOf } = listing
  const columns = new Set([...key, ...show, ...Object.values(people)])
  const keys = sql.join(key.map((column) => sql.ref(column)))
  for (let after: readonly (Value | undefined)[] | undefined; ; ) {
    const further = after ? sql`and (${keys}) > (${sql.join(after)})` : sql``
    const { rows } = await sql<Row>`
      select ${sql.join([...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${isOf(userId)} ${further} order by ${keys} limit ${sql.lit(rowsPerPage)}`.execute(db)
    const names = await namesOf(db, rows, Object.values(people))
    for (const row of rows) {
      const shown = show.map((column) => [column, readable(column, row[column] ?? null)] as const)
      const named = Object.entries(people).map(
        ([name, column]) => [name, names.get(String(row[column])) ?? null] as const,
      )
      yield Object.fromEntries([...shown, ...named])
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
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
])

/** Returns a time as ISO 8601, and any other value as it is. */
const readable = (column: string, value: Value): Value =>
  times.has(column) && typeof value === 'number' ? new Date(value).toISOString() : value
