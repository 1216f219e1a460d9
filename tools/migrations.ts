/**
 * Checks that the version before works with the schema of the next one, because both serve side by side during an upgrade
 * (docs/operating/upgrading.md#migrations). `migrations.test.ts` runs it on the migrations of the platform.
 */
import { DatabaseSync } from 'node:sqlite'
import { numberOf, removesAfter } from '@baseplate/platform/foundation/database/schema-version'
import { sqliteDialect } from '@baseplate/platform/foundation/database/sqlite'
import { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Release and its last migration. */
export interface Release {
  version: string
  last: string
}

interface Column {
  table: string
  name: string
  type: string
  /** 1: not null. */
  notnull: number
  dflt_value: string | null
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
    const before = columnsOf(database)
    await migration.up(db)
    if (name <= last) continue
    const found = comparisonOf(before, columnsOf(database))
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

/** Returns the changes that break statements written for the earlier columns. */
function comparisonOf(before: ReadonlyMap<string, Column>, after: ReadonlyMap<string, Column>): string[] {
  const tables = new Set([...before.values()].map(({ table }) => table))
  const lost = [...before].flatMap(([key, column]) => {
    const now = after.get(key)
    if (!now) return [`removes ${key}`]
    if (now.type !== column.type) return [`changes the type of ${key}`]
    return now.notnull > column.notnull ? [`makes ${key} required`] : []
  })
  const demanded = [...after].filter(
    ([key, { table, notnull, dflt_value }]) =>
      !before.has(key) && tables.has(table) && notnull === 1 && dflt_value === null,
  )
  return [...lost, ...demanded.map(([key]) => `adds ${key}, which is required and has no default`)]
}

function columnsOf(database: DatabaseSync): Map<string, Column> {
  const columns = database
    .prepare(
      `select tables.name as "table", columns.name, columns.type, columns."notnull", columns.dflt_value
      from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .all() as unknown as Column[]
  return new Map(columns.map((column) => [`${column.table}.${column.name}`, column]))
}
