import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type Row = Record<string, SQLInputValue>

/**
 * Adds a row to every empty table of a SQLite database. It follows the schema, so future tables are covered as well.
 */
export function fillEveryTable(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const isEmpty = (table: string) => !database.prepare(`select 1 from "${table}" limit 1`).get()
    for (let passes = 0; passes < 20 && tablesOf(database).some(isEmpty); passes += 1) {
      // Each table is checked first, because triggers of one table fill others.
      for (const table of tablesOf(database)) if (isEmpty(table)) addRow(database, table, isEmpty)
    }
  } finally {
    database.close()
  }
}

/** Returns all rows of all tables. */
export function readTables(file: string): Record<string, Row[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const read = (table: string) => {
      const columns = columnsOf(database, table).map(({ name }) => `"${name}"`)
      return database.prepare(`select ${columns.join()} from "${table}"`).all() as Row[]
    }
    return Object.fromEntries(tablesOf(database).map((table) => [table, read(table)]))
  } finally {
    database.close()
  }
}

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|kysely)_/.test(name))

const columnsOf = (database: DatabaseSync, table: string) =>
  database.prepare(`select name, type from pragma_table_xinfo('${table}') where hidden = 0`).all() as {
    name: string
    type: string
  }[]

function addRow(database: DatabaseSync, table: string, isEmpty: (table: string) => boolean): void {
  const references = database
    .prepare(`select "from", "table" as parent, "to" from pragma_foreign_key_list('${table}')`)
    .all() as { from: string; parent: string; to: string | null }[]
  if (references.some(({ parent }) => parent !== table && isEmpty(parent))) return
  const definition = String(database.prepare('select sql from sqlite_master where name = ?').get(table)?.sql)
  // A row that is about one of several things has the last of them.
  const subject = /constraint "\w+_subject" check \((.*)\)/s.exec(definition)?.[1] ?? ''
  const alternatives = [...subject.matchAll(/(\w+) is null/g)].map(([, name]) => name).slice(0, -1)
  const values = columnsOf(database, table).map(({ name, type }): SQLInputValue => {
    if (alternatives.includes(name)) return null
    const reference = references.find(({ from }) => from === name)
    if (reference) {
      const { parent, to } = reference
      const found = database.prepare(`select "${to ?? 'id'}" as value from "${parent}" limit 1`).get()
      return found?.value ?? null
    }
    const allowed = new RegExp(`\\b${name}"? in \\('([^']*)'`).exec(definition)?.[1]
    if (allowed !== undefined) return allowed
    if (/real/i.test(type)) return 0.1
    return /int/i.test(type) ? 1 : '1'
  })
  const marks = values.map(() => '?').join()
  const names = columnsOf(database, table).map(({ name }) => `"${name}"`)
  database.prepare(`insert into "${table}" (${names.join()}) values (${marks})`).run(...values)
}
