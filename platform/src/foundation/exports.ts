import type { MessageKey } from '@baseplate/texts/keys'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

type NameIn<Key> = Key extends `export.file.about_${infer Name}` ? Name : never

/** Names of the JSON files of an export, which the texts describe. */
export type ExportFile = NameIn<MessageKey>

/** A stored file that belongs to a user. */
export interface OwnFile {
  /** Name in the export. */
  name: string
  /** Name in `Files`. */
  stored: string
  /** Bytes. Null: unknown. */
  size: number | null
  /** Whether its game, item or group has been taken down. */
  takenDown: boolean
}

/** Data of a user that an export of the account contains. */
export interface Exports<Needs> {
  /** Rows, by the file that lists them. */
  rows?: Readonly<Partial<Record<ExportFile, readonly Listing[]>>>
  /** Lists the files of a user. Quotas bound their number. */
  files?: (platform: Needs, userId: string) => Promise<OwnFile[]>
}

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
  /** Rows in memory at once, if they may be large. */
  rowsPerRead?: number
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
