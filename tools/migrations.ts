/**
 * Checks that the version before works with the schema of the next one, because both serve side by side during an upgrade
 * (CONTRIBUTING.md#write-migrations). Also checks that migrations are numbered without gaps. `migrations.test.ts` runs both on
 * the migrations of the platform.
 */
import { DatabaseSync } from 'node:sqlite'
import { numberOf, removesAfter } from '@baseplate/storage/database/schema-version'
import { sqliteDialect } from '@baseplate/storage/database/sqlite'
import { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Release and its last migration. */
export interface Release {
  version: string
  last: string
}

/** Returns a sentence for each migration whose number does not follow that of the migration before. The first number is 0001. */
export function findGaps(names: readonly string[]): string[] {
  return names.toSorted().flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    return numberOf(name) === number ? [] : [`${name} should have the number ${number}`]
  })
}

interface Column {
  table: string
  name: string
  type: string
  /** 1: not null. */
  notnull: number
  dflt_value: string | null
}

interface Index {
  table: string
  name: string
  /** 1: unique. */
  unique: number
  /** The columns or, of an index with conditions or expressions, its statement. */
  on: string
}

interface Schema {
  /** By table and name. */
  columns: ReadonlyMap<string, Column>
  indexes: readonly Index[]
}

/** Returns a sentence for each migration after the last release that a process of that release cannot work with. */
export async function findBreaks(
  migrations: Readonly<Record<string, Migration>>,
  releases: readonly Release[],
): Promise<string[]> {
  const last = releases.at(-1)?.last
  if (last === undefined) return []
  const released = new Set(releases.map((release) => numberOf(release.last)))
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<unknown>({ dialect: sqliteDialect(database) })
  const breaks: string[] = []
  for (const [name, migration] of Object.entries(migrations).toSorted()) {
    const before = schemaOf(database)
    await migration.up(db)
    if (name <= last) continue
    const found = comparisonOf(before, schemaOf(database))
    const after = removesAfter(name)
    if (after === undefined) breaks.push(...found.map((fault) => `${name} ${fault}`))
    else if (!released.has(after))
      breaks.push(
        `${name} removes what the release before still uses: ${after} is not the last migration of a release`,
      )
  }
  await db.destroy()
  return breaks
}

/** Returns the changes that break statements written for the earlier schema, or make them slow. */
function comparisonOf(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  const lost = [...before.columns].flatMap(([key, column]) => changesOf(key, column, after.columns.get(key)))
  const demanded = [...after.columns].filter(
    ([key, { table, notnull, dflt_value }]) =>
      !before.columns.has(key) && tables.has(table) && notnull === 1 && dflt_value === null,
  )
  return [
    ...lost,
    ...demanded.map(([key]) => `adds ${key}, which is required and has no default`),
    ...indexChanges(before, after),
  ]
}

function changesOf(key: string, column: Column, now: Column | undefined): string[] {
  if (!now) return [`removes ${key}`]
  if (now.type !== column.type) return [`changes the type of ${key}`]
  const changes = now.notnull > column.notnull ? [`makes ${key} required`] : []
  return now.dflt_value === column.dflt_value ? changes : [...changes, `changes the default of ${key}`]
}

/** Compares the indexes of tables that remain. A renamed index is the same one. */
function indexChanges(before: Schema, after: Schema): string[] {
  const has = (schema: Schema, { table, on, unique }: Index) =>
    schema.indexes.some((each) => each.table === table && each.on === on && each.unique >= unique)
  const remains = ({ table }: Index) => [...after.columns.values()].some((column) => column.table === table)
  const removed = before.indexes.filter((index) => remains(index) && !has(after, index))
  const added = after.indexes.filter(
    (index) =>
      index.unique === 1 &&
      !has(before, index) &&
      [...before.columns.values()].some(({ table }) => table === index.table),
  )
  return [
    ...removed.map(({ name }) => `removes the index ${name}`),
    ...added.map(({ name }) => `makes ${name} unique, which the release before may violate`),
  ]
}

function schemaOf(database: DatabaseSync): Schema {
  const columns = database
    .prepare(
      `select tables.name as "table", columns.name, columns.type, columns."notnull", columns.dflt_value
      from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .all() as unknown as Column[]
  const indexes = database
    .prepare(
      `select tables.name as "table", indexes.name, indexes."unique", coalesce(
        (select substr(sql, instr(sql, ' on ')) from sqlite_master where name = indexes.name),
        (select group_concat(name) from pragma_index_info(indexes.name))
      ) as "on"
      from sqlite_master as tables, pragma_index_list(tables.name) as indexes where tables.type = 'table'`,
    )
    .all() as unknown as Index[]
  return { columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])), indexes }
}
